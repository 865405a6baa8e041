import { Gauge, type Registry } from 'prom-client';
import { ageOfBackup } from '../backup/keep-backing-up.ts';
import type { BackupPlace } from '../backup/places/place.ts';
import type { Deps } from '../deps.ts';
import { checkReadiness } from './check-readiness.ts';
import { shareReading } from './share-reading.ts';

/** How old the last backup of a place is, where backups are made by themselves. */
export function measureBackups(registry: Registry, to: BackupPlace): void {
  const age: Gauge = new Gauge({
    name: 'vitrine_backup_age_seconds',
    help: 'Since the last whole backup was begun; +Inf where there is none.',
    registers: [registry],
    collect: async (): Promise<void> => age.set((await ageOfBackup(to, new Date())) / 1_000),
  });
}

/** Figures of what `/api/ready` says, looked at whenever somebody reads them. */
export function measureReadiness(registry: Registry, deps: Pick<Deps, 'database' | 'services'>): void {
  const collect = shareReading(async () => {
    const { checks, free_bytes: bytes } = await checkReadiness(deps);
    for (const [check, { ok }] of Object.entries(checks)) ready.set({ check }, ok ? 1 : 0);
    if (bytes !== null) free.set(bytes);
  });
  const free = new Gauge({
    name: 'vitrine_disk_free_bytes',
    help: 'Room on the disk of DATA_DIR.',
    registers: [registry],
    collect,
  });
  const ready = new Gauge({
    name: 'vitrine_ready',
    help: 'Whether the database, the queue and the disk are ready: 1 or 0.',
    labelNames: ['check'],
    registers: [registry],
    collect,
  });
}

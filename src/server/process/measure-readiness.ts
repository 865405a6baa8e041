import { Gauge, type Registry } from 'prom-client';
import type { Deps } from '../deps.ts';
import { checkReadiness } from './check-readiness.ts';

/** Figures of what `/api/ready` says, looked at whenever somebody reads them. */
export function measureReadiness(registry: Registry, deps: Pick<Deps, 'database' | 'services'>): void {
  const free = new Gauge({
    name: 'vitrine_disk_free_bytes',
    help: 'Room on the disk of DATA_DIR.',
    registers: [registry],
  });
  new Gauge({
    name: 'vitrine_ready',
    help: 'Whether the database, the queue and the disk are ready: 1 or 0.',
    labelNames: ['check'],
    registers: [registry],
    async collect() {
      const { checks, free_bytes: bytes } = await checkReadiness(deps);
      for (const [check, { ok }] of Object.entries(checks)) this.set({ check }, ok ? 1 : 0);
      if (bytes !== null) free.set(bytes);
    },
  });
}

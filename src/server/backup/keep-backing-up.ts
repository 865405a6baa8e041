import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { pause } from '../process/wait.ts';
import { momentOf } from './backup-names.ts';
import { changeRecords } from './backup-records.ts';
import type { BackupSource } from './make-backup.ts';
import { makeRecorded } from './make-recorded.ts';
import type { BackupPlace } from './places/place.ts';
import { PlaceFailure } from './places/place-failure.ts';
import type { BackupDesk } from './run-recorded.ts';

/** How often it is looked whether a backup is due; one that failed is tried again then. */
const LOOK_MS = 10 * 60_000;

/** Backups that are made by themselves. */
export interface BackupPlan {
  readonly to: BackupPlace;
  readonly everyMs: number;
  /** {@link LOOK_MS} without it. */
  readonly lookMs?: number;
}

/**
 * How old the last whole backup of a place is, whoever made it, in milliseconds; endless where there is none, or the
 * place does not answer. One of the future was made while the clock was wrong: it says nothing.
 */
export async function ageOfBackup(to: BackupPlace, now: Date): Promise<number> {
  const listed = await to.list().catch((error: unknown) => {
    if (error instanceof PlaceFailure) return [];
    throw error;
  });
  const ages = listed.map(({ name }) => now.getTime() - momentOf(name).getTime()).filter((age) => age >= 0);
  return Math.min(Number.POSITIVE_INFINITY, ...ages);
}

/** Makes a backup whenever one is due. One that fails is an error in the log, and staff see it. */
export function keepBackingUp(
  desk: BackupDesk,
  source: BackupSource,
  plan: BackupPlan,
  logger: FastifyBaseLogger,
): { close(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const look = async (): Promise<void> => {
    await notePlan(desk, plan.everyMs);
    if ((await ageOfBackup(plan.to, new Date())) < plan.everyMs) return;
    await makeRecorded(desk, source, plan.to, logger, signal);
  };
  const goOn = async (): Promise<void> => {
    while (!signal.aborted) {
      await look().catch((error: unknown) => {
        if (!signal.aborted) logger.error({ err: error }, 'no backup was made');
      });
      await pause(plan.lookMs ?? LOOK_MS, signal).catch(() => {});
    }
  };
  const ended = goOn();
  return {
    async close() {
      stopping.abort();
      await ended;
    },
  };
}

/** Processes that make none learn of it, so that one which is overdue is seen. */
async function notePlan({ db }: BackupDesk, everyMs: number): Promise<void> {
  const since = new Date().toISOString();
  await db.transaction((tx) =>
    changeRecords(tx, (records) =>
      records.plan?.everyMs === everyMs ? records : { ...records, plan: { everyMs, since } },
    ),
  );
}

/** Of an instance that makes none by itself. */
export async function forgetPlan({ db }: Pick<BackupDesk, 'db'>): Promise<void> {
  await db.transaction((tx) => changeRecords(tx, (records) => ({ ...records, plan: null })));
}

/**
 * Whether the instance makes none by itself, as far as this process can say: it is all of it, or is told so
 * (`BACKUP_EVERY=0`). One of several knows nothing of another that makes them, and where that is gone they are overdue.
 */
export function makesNone({ role, backups }: Pick<Config, 'role' | 'backups'>): boolean {
  return backups.everyMs === 0 || (role === 'all' && backups.everyMs === null);
}

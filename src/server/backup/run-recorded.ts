import type { BackupFailure, BackupProgress, BackupRun } from '../../contract/backups.ts';
import type { AdvisoryLocks } from '../db/advisory-locks.ts';
import type { Db, Transaction } from '../db/database.ts';
import { pause } from '../process/wait.ts';
import { BACKUP_LOCK, type BackupRecords, changeRecords, writeRun } from './backup-records.ts';
import { whyFailed } from './why-failed.ts';

/** Between two notes of how far it is. */
const NOTE_MS = 500;

/** Where work on backups is noted. */
export interface BackupDesk {
  readonly db: Db;
  readonly locks: AdvisoryLocks;
}

/** What else is done when work begins. */
export interface Beginning {
  /** In the transaction that notes that it has begun. */
  note(tx: Transaction): Promise<void>;
  /** After it. */
  begun(): void;
}

/** What is done, and what to note when it has begun and ended. */
export interface RecordedWork<Result> extends Pick<BackupRun, 'kind' | 'name'> {
  readonly beginning?: Beginning | undefined;
  readonly work: (tell: (progress: BackupProgress) => void) => Promise<Result>;
  readonly end: (records: BackupRecords, result: Result) => BackupRecords;
}

/**
 * Works on backups while nobody else of the instance does, and notes how far it is, so that every process can tell. A failure is
 * noted and thrown; of one that ends with its process the note of its beginning is left.
 *
 * @returns Null, with nothing done, while somebody else works on them.
 */
export async function runRecorded<Result>(
  { db, locks }: BackupDesk,
  { kind, name, beginning, work, end }: RecordedWork<Result>,
  signal: AbortSignal,
): Promise<{ readonly result: Result } | null> {
  return locks.tryHold(BACKUP_LOCK, async () => {
    const since = new Date().toISOString();
    const first: BackupRun = { kind, name, since, step: 'waiting', done: 0, total: 0 };
    await db.transaction(async (tx) => {
      await writeRun(tx, first);
      await beginning?.note(tx);
    });
    beginning?.begun();
    const notes = keepNotes(async (progress) => writeRun(db, { ...first, ...progress }));
    const settle = (change: (records: BackupRecords) => BackupRecords): Promise<void> =>
      db.transaction(async (tx) => {
        await changeRecords(tx, change);
        await writeRun(tx, null);
      });
    try {
      const result = await work(notes.tell).finally(notes.close);
      await settle((records) => end(records, result));
      return { result };
    } catch (error) {
      if (!signal.aborted) {
        const failure: BackupFailure = { since, ...whyFailed(error) };
        const change = kind === 'backup' ? { failure } : { checkFailure: failure };
        // Where the database is away, the note of its beginning tells of it.
        await settle((records) => ({ ...records, ...change })).catch(() => {});
      }
      throw error;
    }
  });
}

/** Writes the newest of what it is told, one after the other and not too often. */
function keepNotes(write: (progress: BackupProgress) => Promise<void>): {
  tell(progress: BackupProgress): void;
  close(): Promise<void>;
} {
  const closing = new AbortController();
  let newest: BackupProgress | null = null;
  let writing: Promise<void> | null = null;
  const goOn = async (): Promise<void> => {
    for (let next = newest; next !== null && !closing.signal.aborted; next = newest) {
      newest = null;
      // The next one will say it.
      await write(next).catch(() => {});
      await pause(NOTE_MS, closing.signal).catch(() => {});
    }
    writing = null;
  };
  return {
    tell(progress) {
      newest = progress;
      writing ??= goOn();
    },
    async close() {
      closing.abort();
      await writing;
    },
  };
}

import type { FastifyBaseLogger } from 'fastify';
import { DAY_MS, HOUR_MS } from '../../contract/constants.ts';
import type { ContentHash } from '../../contract/ids.ts';
import { pause } from '../process/wait.ts';
import type { Damage } from './check-file.ts';
import { checkFiles } from './check-files.ts';
import type { FileStore } from './store-file.ts';

/** Each file is looked at once a week; a damaged one every hour, as a disk may come back. */
const PERIOD_MS = 7 * DAY_MS;
const DAMAGED_PERIOD_MS = HOUR_MS;
/** A disk and a processor hardly notice it, and 10 TB are looked at within a week. */
const BYTES_PER_SECOND = 20e6;

/** A check of all stored files that never ends. */
export interface FileSweep {
  close(): Promise<void>;
}

/** Looks at stored files in the background, slowly, and writes down what is damaged. */
export function keepChecking(store: FileStore, logger: FastifyBaseLogger): FileSweep {
  const stopping = new AbortController();
  const { signal } = stopping;
  const onFile = (hash: ContentHash, damage: Damage): void => {
    if (damage !== null) logger.error({ hash, damage }, 'a stored file is damaged');
  };
  const sweep = async (): Promise<void> => {
    while (!signal.aborted) {
      const now = Date.now();
      await checkFiles(store, {
        before: new Date(now - PERIOD_MS),
        damagedBefore: new Date(now - DAMAGED_PERIOD_MS),
        bytesPerSecond: BYTES_PER_SECOND,
        signal,
        onFile,
      }).catch((error: unknown) => logger.error({ err: error }, 'the check of stored files'));
      await pause(DAMAGED_PERIOD_MS, signal).catch(() => {});
    }
  };
  const ended = sweep();
  return {
    async close() {
      stopping.abort();
      await ended;
    },
  };
}

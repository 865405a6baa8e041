import { DAY_MS } from '../../contract/constants.ts';
import { SetupError } from '../process/setup-error.ts';
import { untilAborted } from '../process/wait.ts';
import { momentOf } from './backup-names.ts';
import { readManifest } from './manifest.ts';
import type { BackupPlace } from './places/place.ts';

const KEPT_DAYS = 7;
const KEPT_WEEKS = 4;
/** As many as S3 deletes with one call. */
const REMOVED_AT_ONCE = 1_000;
const WEEK_MS = 7 * DAY_MS;
/** 1970 began on a Thursday; weeks begin on Monday. */
const MONDAY_MS = 4 * DAY_MS;

/**
 * Which backups stay: the last one of each of the last seven days and of the last four weeks that have any. Days without
 * a backup do not count, so that nothing goes because none was made.
 *
 * @param names In any order.
 */
export function chooseKept(names: readonly string[]): string[] {
  const newestFirst = [...names].sort().reverse();
  const kept = new Set<string>();
  const keepFirstOfEach = (periodOf: (moment: Date) => string, periods: number): void => {
    const seen = new Set<string>();
    for (const name of newestFirst) {
      const period = periodOf(momentOf(name));
      if (seen.has(period)) continue;
      if (seen.size === periods) return;
      seen.add(period);
      kept.add(name);
    }
  };
  keepFirstOfEach((moment) => moment.toISOString().slice(0, 10), KEPT_DAYS);
  keepFirstOfEach((moment) => String(Math.floor((moment.getTime() - MONDAY_MS) / WEEK_MS)), KEPT_WEEKS);
  return newestFirst.filter((name) => kept.has(name));
}

/**
 * Removes backups that need not be kept, and files that none of those left names. Where one that stays cannot be read,
 * all files stay.
 *
 * @param made The backup that was just made: it stays, whatever the clock said of others.
 * @param signal Ends it: the next time removes the rest.
 * @returns How many backups are to stay, and were removed.
 * @throws SetupError where the place does not name that backup, and so may hide others: nothing goes.
 */
export async function rotateBackups(
  place: BackupPlace,
  made: string,
  signal: AbortSignal,
): Promise<{ readonly kept: number; readonly removed: number }> {
  const names = (await place.list()).map(({ name }) => name);
  if (!names.includes(made))
    throw new SetupError(`The place of backups (${place.address}) does not name ${made}: older ones stay.`);
  const kept = [...new Set([made, ...chooseKept(names)])];
  const going = names.filter((name) => !kept.includes(name));
  let removed = 0;
  for (const name of going) {
    if (signal.aborted) break;
    await place.remove(name);
    removed++;
  }
  await sweepPool(place, kept, signal).catch((error: unknown) => {
    if (!(error instanceof UnreadableBackup || signal.aborted)) throw error;
  });
  return { kept: kept.length, removed };
}

class UnreadableBackup extends Error {}

async function sweepPool(place: BackupPlace, kept: readonly string[], signal: AbortSignal): Promise<void> {
  const named = new Set<string>();
  for (const name of kept) {
    signal.throwIfAborted();
    const { files } = await readManifest(place, name).catch((error: unknown) => {
      throw new UnreadableBackup(name, { cause: error });
    });
    for (const { hash } of files ?? []) named.add(hash);
  }
  const going: string[] = [];
  for await (const { hash } of untilAborted(place.listFiles(), signal))
    if (!named.has(hash)) going.push(hash);
  await place.removeSuspects([...(await place.listSuspects())].filter((hash) => !named.has(hash)));
  for (let at = 0; at < going.length; at += REMOVED_AT_ONCE) {
    signal.throwIfAborted();
    await place.removeFiles(going.slice(at, at + REMOVED_AT_ONCE));
  }
}

import { untilAborted } from '../process/wait.ts';
import { expectBytes } from './places/expect-bytes.ts';
import type { BackupPlace, WrittenFile } from './places/place.ts';

/**
 * The bytes of a file of a backup; the last of them come when the whole is what it should be. Links are not followed.
 *
 * @param name For the sentence.
 * @throws SetupError for a file that is missing or other than `expected`.
 */
export async function* readExpected(
  place: BackupPlace,
  path: string,
  name: string,
  expected: WrittenFile,
): AsyncGenerator<Uint8Array> {
  yield* expectBytes(await place.open(path), name, expected);
}

/** Reads a file to its end, or until `signal` aborts. @throws As {@link readExpected}; what it aborts with. */
export async function checkExpected(
  place: BackupPlace,
  path: string,
  name: string,
  expected: WrittenFile,
  signal: AbortSignal,
): Promise<void> {
  for await (const _ of untilAborted(readExpected(place, path, name, expected), signal));
}

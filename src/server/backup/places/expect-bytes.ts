import { createHash } from 'node:crypto';
import { SetupError } from '../../process/setup-error.ts';
import type { NoFile, OpenedFile, WrittenFile } from './place.ts';

/**
 * The bytes of a file; the last of them come when the whole is what it should be. It is closed afterwards.
 *
 * @param name For the sentence.
 * @throws SetupError for a file that is missing or other than `expected`.
 */
export async function* expectBytes(
  file: OpenedFile | NoFile,
  name: string,
  expected: WrittenFile,
): AsyncGenerator<Uint8Array> {
  if (file === 'missing') throw new SetupError(`The backup lacks ${name}.`);
  if (file === 'other') throw damaged(name);
  try {
    if (file.bytes !== expected.bytes) throw damaged(name);
    const digest = createHash('sha256');
    let held: Uint8Array | null = null;
    for await (const chunk of file.chunks) {
      if (held !== null) yield held;
      held = chunk;
      digest.update(held);
    }
    if (digest.digest('hex') !== expected.sha256) throw damaged(name);
    if (held !== null) yield held;
  } finally {
    await file.close();
  }
}

function damaged(name: string): SetupError {
  return new SetupError(`The backup is damaged: ${name} is not what was written.`);
}

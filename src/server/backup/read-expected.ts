import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { SetupError } from '../process/setup-error.ts';

/** What a backup says of one of its files. */
interface Expected {
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * The bytes of a file of a backup; the last of them come when the whole is what it should be. Links are not followed.
 *
 * @param name For the sentence.
 * @throws SetupError for a file that is missing or other than `expected`.
 */
export async function* readExpected(
  path: string,
  name: string,
  expected: Expected,
): AsyncGenerator<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new SetupError(`The backup lacks ${name}.`);
    if (code === 'ELOOP') throw damaged(name);
    throw error;
  });
  try {
    const info = await file.stat();
    if (!info.isFile() || info.size !== expected.bytes) throw damaged(name);
    const digest = createHash('sha256');
    let held: Uint8Array | null = null;
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      if (held !== null) yield held;
      held = chunk as Uint8Array;
      digest.update(held);
    }
    if (digest.digest('hex') !== expected.sha256) throw damaged(name);
    if (held !== null) yield held;
  } finally {
    await file.close();
  }
}

/** Reads a file to its end. @throws As {@link readExpected}. */
export async function checkExpected(path: string, name: string, expected: Expected): Promise<void> {
  for await (const _ of readExpected(path, name, expected));
}

function damaged(name: string): SetupError {
  return new SetupError(`The backup is damaged: ${name} is not what was written.`);
}

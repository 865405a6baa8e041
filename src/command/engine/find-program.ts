import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where the product's own files are, whatever folder a person works in. */
export interface Program {
  /** `content` of the product. */
  readonly contentDir: string;
  /** Scripts of the engine's threads: they lie beside the bundled entry file. */
  readonly workersDir: string;
  readonly tracerDir: string;
  readonly version: string;
}

/** @param entryDir Folder of the entry file, somewhere below the product's. */
export async function findProgram(entryDir: string): Promise<Program> {
  let root = entryDir;
  while (!existsSync(join(root, 'content/library.json'))) {
    if (root === dirname(root)) throw new Error(`The product's files are not above ${entryDir}.`);
    root = dirname(root);
  }
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    contentDir: join(root, 'content'),
    workersDir: entryDir,
    tracerDir: join(root, 'dist/tracer'),
    version,
  };
}

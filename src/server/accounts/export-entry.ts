import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import { ContentHash } from '../../contract/ids.ts';
import type { Db } from '../db/database.ts';
import { files } from '../db/schema/files.ts';
import type { Storage } from '../storage/storage.ts';

/** One file of an export. */
export interface ExportEntry {
  /** Made of ids and our own words, never of a name that a person typed. */
  readonly path: string;
  readonly content: Readable;
  /** Pictures and models are packed already. */
  readonly isPacked: boolean;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/x-exr': 'exr',
  'model/gltf-binary': 'glb',
};

/** A row as JSON. */
export function exportRow(path: string, row: object): ExportEntry {
  return { path, content: Readable.from([JSON.stringify(row, null, 2)]), isPacked: false };
}

/** Rows as a JSON array, written as they come. */
export function exportList(path: string, rows: AsyncIterable<object> | readonly object[]): ExportEntry {
  return { path, content: Readable.from(writeList(rows)), isPacked: false };
}

/** A stored file, if there is one. One that the disk has lost is left out: the rest is worth having. */
export async function* exportPicture(
  db: Db,
  storage: Storage,
  name: string,
  hash: string | null,
): AsyncGenerator<ExportEntry> {
  const [file] = hash === null ? [] : await db.select().from(files).where(eq(files.hash, hash));
  if (file === undefined) return;
  const content = await storage.open(ContentHash.parse(file.hash)).catch((error: unknown) => {
    if (error instanceof AppError && error.failure.code === 'not-found') return null;
    throw error;
  });
  if (content === null) return;
  yield { path: `${name}.${EXTENSIONS[file.contentType] ?? 'bin'}`, content, isPacked: true };
}

async function* writeList(rows: AsyncIterable<object> | readonly object[]): AsyncGenerator<string> {
  let mark = '[\n';
  for await (const row of rows) {
    yield `${mark}${JSON.stringify(row)}`;
    mark = ',\n';
  }
  yield mark === '[\n' ? '[]\n' : '\n]\n';
}

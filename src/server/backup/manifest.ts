import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BACKUP_ORIGINS } from '../../contract/backups.ts';
import { ContentHash } from '../../contract/ids.ts';
import { Sha256 } from '../../contract/shapes.ts';
import { SetupError } from '../process/setup-error.ts';
import type { BackupPlace } from './places/place.ts';

/** Grows when a backup is written that older programs would misread. */
const FORMAT = 1;
/** A million files are 100 MB. */
const MANIFEST_MAX_BYTES = 400 * 1024 ** 2;
const NAME = 'manifest.json';
/** As `sha256sum` writes and checks it. */
const DIGEST_NAME = 'manifest.json.sha256';

const Count = z.int().min(0);
const SqlName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
/** Below DATA_DIR, and nothing else: no absolute path, no way up, no hidden file. */
const KeptPath = z
  .string()
  .max(500)
  .regex(/^(jwt-secret|(lan|workflows)(\/[^/\\\0.][^/\\\0]*)+)$/);

export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Of the program that wrote it. */
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.-]+)?$/),
  /** The last migration of the database. */
  migration: z.string().regex(/^\d{4}_[a-z0-9_]+$/),
  createdAt: z.iso.datetime(),
  /** Absent in those of versions that did not note it. */
  origin: z.enum(BACKUP_ORIGINS).optional(),
  tables: z.array(
    z.object({
      name: SqlName,
      columns: z.array(SqlName).min(1),
      rows: Count,
      /** Of the lines, and of the compressed file. */
      textBytes: Count,
      bytes: Count,
      sha256: Sha256,
    }),
  ),
  sequences: z.array(
    z.object({ name: SqlName, lastValue: z.string().regex(/^-?\d{1,19}$/), isCalled: z.boolean() }),
  ),
  /** Which secret the data were written with, see `secretFingerprint`. */
  secret: Sha256,
  /** Copied from DATA_DIR. */
  kept: z.array(z.object({ path: KeptPath, bytes: Count, sha256: Sha256 })),
  /**
   * Stored files, by hash; those of all backups stand in one folder beside them. Null for the database alone, as it was
   * before the migrations of `version`.
   */
  files: z.array(z.object({ hash: ContentHash, bytes: Count })).nullable(),
  /** Files of the database that could not be copied: damaged, or deleted meanwhile. */
  missing: z.array(ContentHash),
});
export type Manifest = z.infer<typeof Manifest>;

/** Writes what a backup has, once all of it is there. */
export async function writeManifest(place: BackupPlace, folder: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest);
  await place.write(`${folder}/${NAME}`, text);
  await place.write(`${folder}/${DIGEST_NAME}`, `${digestOf(text)}  ${NAME}\n`);
}

/** @throws SetupError for what is no backup, not whole, or of a program that this one does not know. */
export async function readManifest(place: BackupPlace, name: string): Promise<Manifest> {
  const folder = place.addressOf(name);
  const text = await readSmall(place, `${name}/${NAME}`, folder);
  const digest = await readSmall(place, `${name}/${DIGEST_NAME}`, folder);
  if (digest !== `${digestOf(text)}  ${NAME}\n`)
    throw new SetupError(`The manifest of ${folder} is damaged.`);
  const found = parseJson(text) as { format?: unknown } | undefined;
  if (typeof found?.format === 'number' && found.format > FORMAT) {
    throw new SetupError(`The backup ${folder} was made by a newer Vitrine: use that one.`);
  }
  const parsed = Manifest.safeParse(found);
  if (parsed.success && isEachOnce(parsed.data)) return parsed.data;
  throw new SetupError(`The manifest of ${folder} is not one that Vitrine writes.`);
}

async function readSmall(place: BackupPlace, path: string, folder: string): Promise<string> {
  const file = await place.open(path);
  if (typeof file === 'string') throw new SetupError(`There is no backup in ${folder}.`);
  try {
    if (file.bytes > MANIFEST_MAX_BYTES) throw new SetupError(`There is no backup in ${folder}.`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.chunks) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  } finally {
    await file.close();
  }
}

function isEachOnce({ tables, sequences, kept, files }: Manifest): boolean {
  const lists = [
    tables.map(({ name }) => name),
    sequences.map(({ name }) => name),
    kept.map(({ path }) => path),
    (files ?? []).map(({ hash }) => hash),
  ];
  return lists.every((names) => new Set(names).size === names.length);
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

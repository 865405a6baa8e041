import { and, eq, inArray, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { prepareSql } from '../db/prepare-read.ts';
import { files } from '../db/schema/files.ts';
import { libraryItems } from '../db/schema/libraries.ts';
import { ownedFiles } from '../db/schema/uploads.ts';
import type { Reach } from '../storage/sign-file-url.ts';
import { reachOf } from './describe-item.ts';
import { visibleItems } from './find-items.ts';

/** Hashes of what may be seen, and whose their addresses are. */
export type Readable = ReadonlyMap<string, Reach>;

/** Of what a texture is made. */
const PICTURES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Of the hashes of a list, those of {@link findReadable}, each once: a select of `hash` and `reach`. */
export function selectReadable(userId: Placeholder, hashes: Placeholder): SQL {
  const { imageHash, normalHash, roughnessHash } = libraryItems;
  return sql`select hash, case when bool_or(is_everybodys) then 'all' else 'own' end as reach from (
    select ${ownedFiles.hash} as hash, false as is_everybodys from ${ownedFiles}
      inner join ${files} on ${files.hash} = ${ownedFiles.hash}
      where ${ownedFiles.userId} = ${userId} and ${ownedFiles.hash} = any(${hashes}::text[])
        and ${inArray(files.contentType, [...PICTURES])}
    union all
    select named.hash, ${libraryItems.userId} is null from ${libraryItems}
      cross join unnest(array[${imageHash}, ${normalHash}, ${roughnessHash}]) as named (hash)
      where ${libraryItems.assetType} = 'material' and ${visibleItems(userId)} and named.hash = any(${hashes}::text[])
    ) as seen group by hash`;
}

const readHashes = prepareSql<{ userId: number; hashes: readonly string[] }, { hash: string; reach: Reach }>(
  (given) => selectReadable(given('userId'), given('hashes')),
);

/**
 * Which of these files a person may see as textures: pictures of their own, and pictures and maps of materials that
 * are or were in their library; and whose addresses of them are.
 */
export async function findReadable(
  db: Queryable,
  userId: number,
  hashes: readonly (string | null)[],
): Promise<Readable> {
  const wanted = listWanted(hashes);
  if (wanted.length === 0) return new Map();
  const rows = await readHashes(db, { userId, hashes: wanted });
  return new Map(rows.map(({ hash, reach }) => [hash, reach]));
}

/** As {@link findReadable}; they stay readable until the transaction ends: for whoever is about to name them. */
export async function holdReadable(
  tx: Queryable,
  userId: number,
  hashes: readonly (string | null)[],
): Promise<Readable> {
  const wanted = listWanted(hashes);
  if (wanted.length === 0) return new Map();
  const own = await tx
    .select({ hash: ownedFiles.hash })
    .from(ownedFiles)
    .innerJoin(files, eq(files.hash, ownedFiles.hash))
    .where(
      and(
        eq(ownedFiles.userId, userId),
        inArray(ownedFiles.hash, wanted),
        inArray(files.contentType, [...PICTURES]),
      ),
    )
    .for('key share');
  const { imageHash, normalHash, roughnessHash } = libraryItems;
  const items = await tx
    .select({ imageHash, normalHash, roughnessHash, userId: libraryItems.userId })
    .from(libraryItems)
    .where(
      and(
        eq(libraryItems.assetType, 'material'),
        visibleItems(userId),
        or(inArray(imageHash, wanted), inArray(normalHash, wanted), inArray(roughnessHash, wanted)),
      ),
    )
    .for('key share');
  const readable = new Map<string, Reach>(own.map(({ hash }) => [hash, 'own']));
  for (const item of items) {
    for (const hash of [item.imageHash, item.normalHash, item.roughnessHash]) {
      if (hash !== null && readable.get(hash) !== 'all') readable.set(hash, reachOf(item));
    }
  }
  return readable;
}

function listWanted(hashes: readonly (string | null)[]): string[] {
  return [...new Set(hashes.filter((hash) => hash !== null))];
}

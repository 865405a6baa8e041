import { sql } from 'drizzle-orm';
import type { ContentHash } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { prepareSql } from '../db/prepare-read.ts';
import { files } from '../db/schema/files.ts';
import type { Storage } from './storage.ts';

/** Where a file goes: its row and its bytes. `db` may be a running transaction. */
export interface FileStore {
  readonly db: Queryable;
  readonly storage: Storage;
}

/** What is known about a file besides its bytes. */
export interface FileKind {
  readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/x-exr' | 'model/gltf-binary';
  readonly widthPx?: number;
  readonly heightPx?: number;
}

/** The row alone, for bytes that were just stored: where the file was damaged, they have taken its place. */
export async function recordFile(
  db: Queryable,
  stored: { readonly hash: ContentHash; readonly sizeBytes: number },
  kind: FileKind,
): Promise<void> {
  await recordFiles(db, [{ bytes: stored, kind }]);
}

const keepRows = prepareSql<{ rows: string }, never>(
  (given) => sql`with given as (
      select * from json_to_recordset(${given('rows')}::json)
        as one (hash text, size_bytes bigint, content_type text, width_px integer, height_px integer)
    ), added as (
      insert into files (hash, size_bytes, content_type, width_px, height_px) select * from given
      on conflict do nothing
    )
    update ${files} set damage = null, checked_at = now()
    where ${files.damage} is not null and ${files.hash} in (select hash from given)`,
);

/** As {@link recordFile} for several; by hash, so that two that share some write their rows in one order. */
export async function recordFiles(
  db: Queryable,
  kept: readonly {
    readonly bytes: { readonly hash: ContentHash; readonly sizeBytes: number };
    readonly kind: FileKind;
  }[],
): Promise<void> {
  const rows = kept.map(({ bytes, kind }) => ({
    hash: bytes.hash,
    size_bytes: bytes.sizeBytes,
    content_type: kind.contentType,
    width_px: kind.widthPx ?? null,
    height_px: kind.heightPx ?? null,
  }));
  rows.sort((a, b) => (a.hash < b.hash ? -1 : 1));
  await keepRows(db, { rows: JSON.stringify(rows) });
}

import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { created, when } from './columns.ts';

/** Every stored file, once, by content hash; the bytes are in the storage port under the same name. */
export const files = pgTable(
  'files',
  {
    hash: text().primaryKey(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    contentType: text('content_type').notNull(),
    widthPx: integer('width_px'),
    heightPx: integer('height_px'),
    createdAt: created(),
    /** Since when nobody has been seen to name it, see `storage/sweep-unused.ts`; null for what is in use. */
    unusedSince: when('unused_since'),
    /** When its bytes were last compared with its hash, see `storage/check-files.ts`. */
    checkedAt: when('checked_at'),
    /** What is wrong with its bytes on the disk; null for a file that was found whole, or not looked at. */
    damage: text().$type<'changed' | 'missing'>(),
  },
  (table) => [index('files_checked_at').on(table.checkedAt.asc().nullsFirst())],
);

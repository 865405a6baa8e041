import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
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

/** Resumable uploads. Parts lie in the storage port until `complete`. */
export const uploads = pgTable(
  'uploads',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    uploadId: uuid('upload_id').notNull(),
    filename: text().notNull(),
    totalParts: integer('total_parts').notNull(),
    /** Set once complete: the answer is repeated from it. */
    fileHash: text('file_hash'),
    createdAt: created(),
    touchedAt: when('touched_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.uploadId] })],
);

export const uploadParts = pgTable(
  'upload_parts',
  {
    userId: integer('user_id').notNull(),
    uploadId: uuid('upload_id').notNull(),
    part: integer().notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.uploadId, table.part] })],
);

/** Which models and pictures a person may name in a project or an order. */
export const ownedFiles = pgTable(
  'owned_files',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: text()
      .notNull()
      .references(() => files.hash),
    createdAt: created(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);

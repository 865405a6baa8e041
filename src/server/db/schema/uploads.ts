import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { created, when } from './columns.ts';
import { files } from './files.ts';

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

/** Models and pictures that a person may use in a project or an order. */
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

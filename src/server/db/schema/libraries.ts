import { index, integer, jsonb, pgTable, real, serial, text } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { LocalisedName } from '../../../contract/http/libraries.ts';
import { users } from './accounts.ts';
import { created, when } from './columns.ts';
import { files } from './files.ts';

export const categories = pgTable('categories', {
  id: serial().primaryKey(),
  slug: text(),
  assetType: text('asset_type').$type<'material' | 'background' | 'style'>().notNull(),
  names: jsonb().$type<z.infer<typeof LocalisedName>>().notNull(),
  /** Null: global. */
  userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
});

export const libraryItems = pgTable(
  'library_items',
  {
    id: serial().primaryKey(),
    assetType: text('asset_type').$type<'material' | 'background' | 'style'>().notNull(),
    /** Starter content has a slug, unique; uploads have none. */
    slug: text().unique(),
    names: jsonb().$type<z.infer<typeof LocalisedName>>().notNull(),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id),
    /** Null: global. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    imageHash: text('image_hash')
      .notNull()
      .references(() => files.hash),
    thumbnailHash: text('thumbnail_hash')
      .notNull()
      .references(() => files.hash),
    /** Linear maps of a material that lie as its image does. */
    normalHash: text('normal_hash').references(() => files.hash),
    roughnessHash: text('roughness_hash').references(() => files.hash),
    averageColour: text('average_colour').notNull(),
    tileSizeMetres: real('tile_size_metres'),
    metalness: real(),
    roughness: real(),
    bumpHeightMillimetres: real('bump_height_millimetres'),
    /** Deleted items stay as rows while projects, looks, versions or recipes name them (L14). */
    deletedAt: when('deleted_at'),
    /** Not offered any more; what is dressed with it stays (C9). */
    archivedAt: when('archived_at'),
    /** Since when a deleted one has been named by nobody, see `storage/sweep-unused.ts`. */
    unusedSince: when('unused_since'),
    createdAt: created(),
  },
  (table) => [index('library_items_type').on(table.assetType, table.userId)],
);

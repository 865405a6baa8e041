import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, serial, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { ModelMaterial } from '../../../contract/scene/dressed-material.ts';
import { users } from './accounts.ts';
import { created, when } from './columns.ts';
import { files } from './files.ts';
import { projects } from './projects.ts';

/** States that materials of projects' models had, newest numbers last (S2 3). */
export const materialVersions = pgTable(
  'material_versions',
  {
    id: serial().primaryKey(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    materialId: uuid('material_id').notNull(),
    /** Counts up per project and material, never given twice. */
    versionNumber: integer('version_number').notNull(),
    comment: text().notNull(),
    /** Read with the present shape's defaults. */
    material: jsonb().$type<ModelMaterial>().notNull(),
    createdAt: created(),
  },
  (table) => [unique().on(table.projectId, table.materialId, table.versionNumber)],
);

/** Looks that people saved: dressing by part name, background, style, light and prompts. */
export const looks = pgTable(
  'looks',
  {
    /** Made on the device. */
    id: uuid().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** `Look` of contract/http/looks.ts; read with the present shape's defaults. */
    look: jsonb().$type<unknown>().notNull(),
    createdAt: created(),
    updatedAt: when('updated_at').notNull().default(sql`now()`),
    deletedAt: when('deleted_at'),
  },
  (table) => [index('looks_user').on(table.userId)],
);

/** Pictures of surroundings that people gave. */
export const environments = pgTable(
  'environments',
  {
    /** Made on the device. */
    id: uuid().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    pictureHash: text('picture_hash')
      .notNull()
      .references(() => files.hash),
    /** Data URL. */
    thumbnail: text(),
    createdAt: created(),
    updatedAt: when('updated_at').notNull().default(sql`now()`),
    deletedAt: when('deleted_at'),
  },
  (table) => [
    index('environments_user').on(table.userId),
    index('environments_picture').on(table.pictureHash),
  ],
);

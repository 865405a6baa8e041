import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { SketchBody } from '../../../contract/http/sketches.ts';
import { projects } from './projects.ts';

/** Light-map sketches of projects. */
export const sketches = pgTable(
  'sketches',
  {
    /** Made on the device. */
    id: uuid().primaryKey(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    modelHash: text('model_hash'),
    pose: jsonb().$type<SketchBody['pose']>().notNull(),
    steps: jsonb().$type<SketchBody['steps']>().notNull(),
    /** Of the steps as JSON. */
    sizeBytes: integer('size_bytes').notNull(),
    /** Milliseconds since the epoch, by the clock of the device that painted. */
    paintedAt: bigint('painted_at', { mode: 'number' }).notNull(),
  },
  (table) => [index('sketches_project').on(table.projectId)],
);

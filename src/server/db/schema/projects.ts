import {
  boolean,
  customType,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { ProjectSettings } from '../../../contract/http/projects.ts';
import { compilePlan } from '../../http/shape-plan.ts';
import { users } from './accounts.ts';
import { created, when } from './columns.ts';
import { files } from './files.ts';

/** What the person sets, minus the columns that other tables need to see. */
const StoredSettings = ProjectSettings.omit({ name: true, model_hash: true, model_name: true });
export type StoredSettings = z.infer<typeof StoredSettings>;
/** Gives what has every setting, and no other, as it is. */
const keepWhole = compilePlan(StoredSettings);
/** Rows that were written before a setting was known read with its default. */
const storedSettings = customType<{ data: StoredSettings }>({
  dataType: () => 'jsonb',
  toDriver: (settings) => JSON.stringify(settings),
  // What was written is not checked again as it is read.
  fromDriver: (json) => (keepWhole(json) === json ? (json as StoredSettings) : StoredSettings.parse(json)),
});

/** Numbers of saved views, which stand in the projects' settings: unique over all projects, never given twice. */
export const cameraViewIds = pgSequence('camera_view_ids');

export const projects = pgTable(
  'projects',
  {
    id: serial().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    settings: storedSettings().notNull(),
    modelHash: text('model_hash').references(() => files.hash),
    modelName: text('model_name'),
    isSample: boolean('is_sample').notNull().default(false),
    isActive: boolean('is_active').notNull().default(false),
    /** Idempotency-Key of the call that made it, where that is a UUID. */
    madeWith: uuid('made_with'),
    revision: integer().notNull().default(1),
    createdAt: created(),
    updatedAt: when('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('projects_user').on(table.userId),
    uniqueIndex('projects_made_with').on(table.userId, table.madeWith),
  ],
);

/**
 * What a backup had of a project, for each time that the server was put back from one: what devices that knew a later state have
 * in common with what is there since.
 */
export const projectRestores = pgTable(
  'project_restores',
  {
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** The revision of the backup. Those after it are lost. */
    lastRevision: integer('last_revision').notNull(),
    /** The first that was given since the restore. */
    nextRevision: integer('next_revision').notNull(),
    name: text().notNull(),
    settings: storedSettings().notNull(),
    /** Says which model it was; nothing keeps its file. */
    modelHash: text('model_hash'),
    modelName: text('model_name'),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.nextRevision] })],
);

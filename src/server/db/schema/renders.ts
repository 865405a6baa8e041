import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { LayerFile } from '../../../contract/files/picture-layers.ts';
import type { RenderGroup } from '../../../contract/http/render-orders.ts';
import type { Fidelity, KeptProduct } from '../../../contract/http/renders.ts';
import type { Provenance, RenderSpec, RenderWarning } from '../../../contract/render-spec.ts';
import { users } from './accounts.ts';
import { bytea, created, when } from './columns.ts';
import { files } from './files.ts';
import { projects } from './projects.ts';

const ACCENTED = 'ÀÁÂÃÄÅàáâãäåÇçÈÉÊËèéêëÌÍÎÏìíîïÑñÒÓÔÕÖòóôõöÙÚÛÜùúûü';
const PLAIN = 'aaaaaaaaaaaacceeeeeeeeiiiiiiiinnoooooooooouuuuuuuu';

/** A text as it is searched: without case and accents, whatever the database's own collation knows of them. */
export function foldText(text: SQL): SQL {
  return sql`translate(lower(${text}), ${sql.raw(`'${ACCENTED}'`)}, ${sql.raw(`'${PLAIN}'`)})`;
}

export const renders = pgTable(
  'renders',
  {
    id: serial().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null once the project is deleted. */
    projectId: integer('project_id').references(() => projects.id, { onDelete: 'set null' }),
    status: text().$type<'queued' | 'processing' | 'completed' | 'error' | 'cancelled'>().notNull(),
    engine: text().$type<'studio' | 'comfyui'>().notNull(),
    recipe: jsonb().$type<RenderSpec>().notNull(),
    price: integer().notNull(),
    refunded: integer().notNull().default(0),
    /** Grows with each take-over of the job; output of an older attempt is dropped. */
    attempt: integer().notNull().default(0),
    /** How far this attempt is, while it runs; null while none does, or where the last one ended in words. */
    attemptProgress: real('attempt_progress'),
    /** What attempts that came to nothing add up to, and where the last of them ended: see `count-strikes.ts`. */
    strikes: integer().notNull().default(0),
    strikeProgress: real('strike_progress'),
    /** Of the last message on the live channel. */
    sequence: integer().notNull().default(0),
    progress: real().notNull().default(0),
    nodeId: text('node_id'),
    /** Place in the engine's queue: the lowest goes first, equal ones by id. See `queue-fairly.ts`. */
    turn: integer().notNull().default(0),
    /** The render whose recipe this one runs again; null when that is gone, or when it is none. */
    rerunOf: integer('rerun_of').references((): AnyPgColumn => renders.id, { onDelete: 'set null' }),
    /** The set it was ordered in, null when by itself. */
    group: jsonb('order_group').$type<RenderGroup>(),
    /** Saved views it shows, by uuid. */
    viewIds: jsonb('view_ids').$type<string[]>().notNull().default([]),
    /** What the engine needs to find its job on a server again. */
    engineHandle: text('engine_handle'),
    provenance: jsonb().$type<Provenance[]>().notNull().default([]),
    warnings: jsonb().$type<RenderWarning[]>().notNull().default([]),
    errorCode: text('error_code'),
    /** For staff: what happened, without secrets. */
    errorDetail: text('error_detail'),
    cancelRequestedAt: when('cancel_requested_at'),
    /** Idempotency-Key of the call that brought it, where that is a UUID: of a picture that a device drew, the device's own. */
    madeWith: uuid('made_with'),
    /** Drawn by a person's device, which says so itself. */
    madeOnDevice: boolean('made_on_device').notNull().default(false),
    starredAt: when('starred_at'),
    /** Deleted by the person, or for its age (`bin-old-renders.ts`): shown nowhere, and gone for good 30 days later. */
    deletedAt: when('deleted_at'),
    /** When it was last brought back: its age (`bin-old-renders.ts`) counts from then. */
    restoredAt: when('restored_at'),
    /** Prompts that counted, and names of materials, as they are searched: see {@link foldText}. */
    searchText: text('search_text').generatedAlwaysAs(
      foldText(
        sql.raw(
          [
            `coalesce(recipe->>'positivePrompt', '')`,
            `case when recipe->'useNegativePrompt' = 'true' then coalesce(recipe->>'negativePrompt', '') else '' end`,
            `jsonb_path_query_array(recipe, '$.masks[*].materialName')::text`,
            `jsonb_path_query_array(recipe, '$.scene.dressings[*].name')::text`,
          ].join(` || ' ' || `),
        ),
      ),
    ),
    /** Library items that its materials wear, as a list of numbers. */
    materialIds: jsonb('material_ids')
      .$type<number[]>()
      .generatedAlwaysAs(sql`jsonb_path_query_array(recipe, '$.scene.dressings[*].libraryId ? (@ != null)')`),
    createdAt: created(),
    startedAt: when('started_at'),
    finishedAt: when('finished_at'),
  },
  (table) => [
    index('renders_user').on(table.userId, table.id),
    index('renders_project').on(table.projectId),
    index('renders_status').on(table.status, table.id),
    index('renders_turn').on(table.engine, table.turn),
    index('renders_finished').on(table.finishedAt),
    uniqueIndex('renders_made_with').on(table.userId, table.madeWith).where(sql`made_with is not null`),
  ],
);

/** Files a render made or needs; a file named here is never deleted (L14). */
export const renderFiles = pgTable(
  'render_files',
  {
    renderId: integer('render_id')
      .notNull()
      .references(() => renders.id, { onDelete: 'cascade' }),
    hash: text()
      .notNull()
      .references(() => files.hash),
  },
  (table) => [
    primaryKey({ columns: [table.renderId, table.hash] }),
    index('render_files_hash').on(table.hash),
  ],
);

export const renderImages = pgTable(
  'render_images',
  {
    renderId: integer('render_id')
      .notNull()
      .references(() => renders.id, { onDelete: 'cascade' }),
    batchIndex: integer('batch_index').notNull(),
    imageHash: text('image_hash')
      .notNull()
      .references(() => files.hash),
    thumbnailHash: text('thumbnail_hash')
      .notNull()
      .references(() => files.hash),
    /** A smaller one to look at; null where the picture itself serves for that. */
    viewHash: text('view_hash').references(() => files.hash),
    widthPx: integer('width_px').notNull(),
    heightPx: integer('height_px').notNull(),
    /** Null for the built-in engine, and where nothing could be measured. */
    fidelity: jsonb().$type<Fidelity>(),
    /** Files for compositing, where the recipe keeps them; each is among the render's files too. */
    layers: jsonb().$type<LayerFile[]>().notNull().default([]),
    /** Where an AI engine painted around the product alone. */
    keptProduct: jsonb('kept_product').$type<KeptProduct>(),
  },
  (table) => [primaryKey({ columns: [table.renderId, table.batchIndex] })],
);

/** Pictures that their person sent back, once each, and what was given back for them. */
export const renderReturns = pgTable(
  'render_returns',
  {
    renderId: integer('render_id')
      .notNull()
      .references(() => renders.id, { onDelete: 'cascade' }),
    batchIndex: integer('batch_index').notNull(),
    /** One of `RETURN_REASONS`. */
    reason: text().notNull(),
    /** In the person's words; may be empty. */
    words: text().notNull(),
    /** Credits. */
    refunded: integer().notNull(),
    createdAt: created(),
  },
  (table) => [
    primaryKey({ columns: [table.renderId, table.batchIndex] }),
    index('render_returns_created').on(table.createdAt),
  ],
);

/** Last preview of a running render; NOTIFY carries only its sequence. */
export const renderPreviews = pgTable('render_previews', {
  renderId: integer('render_id')
    .primaryKey()
    .references(() => renders.id, { onDelete: 'cascade' }),
  sequence: integer().notNull(),
  image: bytea().notNull(),
});

/** One-use tickets for the live channel; only the hash is kept. */
export const tickets = pgTable('tickets', {
  ticketHash: text('ticket_hash').primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  renderId: integer('render_id')
    .notNull()
    .references(() => renders.id, { onDelete: 'cascade' }),
  expiresAt: when('expires_at').notNull(),
});

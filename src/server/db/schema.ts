import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  serial,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { LocalisedName } from '../../contract/http/libraries.ts';
import { ProjectSettings } from '../../contract/http/projects.ts';
import type { RenderSpec } from '../../contract/render-spec.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const when = (name: string) => timestamp(name, { withTimezone: true });
const created = () => when('created_at').notNull().defaultNow();

// --- Accounts ----------------------------------------------------------------------------------------------------

export const users = pgTable(
  'users',
  {
    id: serial().primaryKey(),
    /** As typed; compared through `emailKey`. */
    email: text().notNull(),
    /** Lower case (L12). */
    emailKey: text('email_key').notNull(),
    name: text().notNull(),
    /** argon2id, PHC string. */
    passwordHash: text('password_hash').notNull(),
    isStaff: boolean('is_staff').notNull().default(false),
    createdAt: created(),
  },
  (table) => [uniqueIndex('users_email_key').on(table.emailKey)],
);

/** One row per issued refresh token; only the SHA-256 of the token is kept. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** All successors of one sign-in; reuse of a spent token revokes them all (A9). */
    family: uuid().notNull(),
    /** Token this one was issued for; null for the first of a family. Several may share one (two tabs at once). */
    parentHash: text('parent_hash'),
    /** When its first successor was issued: it is spent, but for the grace of A9. */
    replacedAt: when('replaced_at'),
    revokedAt: when('revoked_at'),
    expiresAt: when('expires_at').notNull(),
    createdAt: created(),
  },
  (table) => [index('refresh_tokens_family').on(table.family), index('refresh_tokens_user').on(table.userId)],
);

/** One-time links and other facts of the instance: key to JSON. */
export const settings = pgTable('settings', { key: text().primaryKey(), value: jsonb().notNull() });

// --- Money -------------------------------------------------------------------------------------------------------

/** CHECK (balance >= 0 and reserved >= 0) stands in the migration. */
export const wallets = pgTable('wallets', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  balance: integer().notNull().default(0),
  reserved: integer().notNull().default(0),
});

/** Append-only. The sum of `amount` of a user is the wallet's balance. */
export const ledger = pgTable(
  'ledger',
  {
    id: serial().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<'signup' | 'grant' | 'purchase' | 'reserve' | 'capture' | 'refund'>().notNull(),
    amount: integer().notNull(),
    balanceAfter: integer('balance_after').notNull(),
    /** With `kind` the cause, once: `render:12`, `render:12:image:0`, `user:3`. */
    reference: text().notNull(),
    renderId: integer('render_id'),
    createdAt: created(),
  },
  (table) => [
    uniqueIndex('ledger_cause').on(table.kind, table.reference),
    index('ledger_user').on(table.userId, table.id),
  ],
);

// --- Files -------------------------------------------------------------------------------------------------------

/** Every stored file, once, by content hash; the bytes are in the storage port under the same name. */
export const files = pgTable('files', {
  hash: text().primaryKey(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  contentType: text('content_type').notNull(),
  widthPx: integer('width_px'),
  heightPx: integer('height_px'),
  createdAt: created(),
});

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

/** Which model files a person may name in a project or an order. */
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

// --- Libraries ---------------------------------------------------------------------------------------------------

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
    averageColour: text('average_colour').notNull(),
    tileSizeMetres: real('tile_size_metres'),
    metalness: real(),
    roughness: real(),
    bumpHeightMillimetres: real('bump_height_millimetres'),
    /** Deleted items stay as rows, so that recipes and ledgers can name them (L14). */
    deletedAt: when('deleted_at'),
    createdAt: created(),
  },
  (table) => [index('library_items_type').on(table.assetType, table.userId)],
);

// --- Projects ----------------------------------------------------------------------------------------------------

/** What the person sets, minus the columns that other tables need to see. */
const StoredSettings = ProjectSettings.omit({ name: true, model_hash: true, model_name: true });
export type StoredSettings = z.infer<typeof StoredSettings>;
/** Rows that were written before a setting was known read with its default. */
const storedSettings = customType<{ data: StoredSettings }>({
  dataType: () => 'jsonb',
  toDriver: (settings) => JSON.stringify(settings),
  fromDriver: (json) => StoredSettings.parse(json),
});

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
    revision: integer().notNull().default(1),
    createdAt: created(),
    updatedAt: when('updated_at').notNull().defaultNow(),
  },
  (table) => [index('projects_user').on(table.userId)],
);

// --- Renders -----------------------------------------------------------------------------------------------------

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
    /** Of the last message on the live channel. */
    sequence: integer().notNull().default(0),
    progress: real().notNull().default(0),
    nodeId: text('node_id'),
    errorCode: text('error_code'),
    /** For staff: what happened, without secrets. */
    errorDetail: text('error_detail'),
    cancelRequestedAt: when('cancel_requested_at'),
    createdAt: created(),
    startedAt: when('started_at'),
    finishedAt: when('finished_at'),
  },
  (table) => [
    index('renders_user').on(table.userId, table.id),
    index('renders_project').on(table.projectId),
    index('renders_status').on(table.status, table.id),
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
    widthPx: integer('width_px').notNull(),
    heightPx: integer('height_px').notNull(),
  },
  (table) => [primaryKey({ columns: [table.renderId, table.batchIndex] })],
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

// --- Calls -------------------------------------------------------------------------------------------------------

/** Answers of writes that carried an Idempotency-Key, kept 7 days (L2). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    method: text().notNull(),
    path: text().notNull(),
    bodyHash: text('body_hash').notNull(),
    /** Stored in the transaction of the effect: a row without its effect cannot be. */
    response: jsonb(),
    createdAt: created(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key, table.method, table.path] })],
);

/** Workers that are alive, one row each, refreshed every few seconds: what "servers" counts (L7). */
export const workers = pgTable('workers', {
  id: uuid().primaryKey(),
  engine: text().$type<'studio' | 'comfyui'>().notNull(),
  seenAt: when('seen_at').notNull().defaultNow(),
});

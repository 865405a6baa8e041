import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { created, when } from './columns.ts';

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

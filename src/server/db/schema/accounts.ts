import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AccountLanguage } from '../../../contract/http/accounts.ts';
import type { KeyScope } from '../../../contract/http/keys/api-keys.ts';
import { created, when } from './columns.ts';
import { files } from './files.ts';

export const users = pgTable(
  'users',
  {
    id: serial().primaryKey(),
    /** As typed; compared through `emailKey`. */
    email: text().notNull(),
    /** Lower case (L12). */
    emailKey: text('email_key').notNull(),
    /** When the person proved that the address is theirs: by a link in a mail, or through a provider of identities. */
    emailVerifiedAt: when('email_verified_at'),
    name: text().notNull(),
    /** argon2id, PHC string; null for an account that only ever signed in through a provider of identities. */
    passwordHash: text('password_hash'),
    /** Language of what the server writes to this person. */
    language: text().$type<AccountLanguage>().notNull().default('en'),
    /** Square WebP. */
    avatarHash: text('avatar_hash').references(() => files.hash),
    isStaff: boolean('is_staff').notNull().default(false),
    /** Since when staff keep this person from signing in; null while they may. */
    closedAt: when('closed_at'),
    /** Customer of the payment provider, made at the first purchase. */
    paymentCustomerId: text('payment_customer_id'),
    /** What happened later than this is unread in the bell. */
    noticesSeenAt: when('notices_seen_at').notNull().defaultNow(),
    /** When it was last told that somebody tries passwords on it. */
    signInAlarmAt: when('sign_in_alarm_at'),
    createdAt: created(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.emailKey),
    uniqueIndex('users_payment_customer').on(table.paymentCustomerId),
  ],
);

/** Whom providers of identities (OpenID Connect) know who has an account here, Google among them. */
export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    /** `sub` of the person there; never their e-mail, which may change hands. */
    subject: text().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: created(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    unique('identities_user').on(table.userId, table.issuer),
  ],
);

/** Who had first credits in an account that is gone or has another e-mail now: for a year they get none by themselves. */
export const creditedBefore = pgTable(
  'credited_before',
  {
    /** Hex HMAC-SHA-256 of an e-mail in lower case, or of an issuer and a subject, by a key of the server's. */
    mark: text().primaryKey(),
    createdAt: created(),
  },
  (table) => [index('credited_before_created').on(table.createdAt)],
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
    /** Where it was asked for: IP address and browser. */
    address: text(),
    userAgent: text('user_agent'),
    /** When whoever holds the session last proved who they are: by a password, a link of a mail or Google. */
    confirmedAt: when('confirmed_at'),
    createdAt: created(),
  },
  (table) => [index('refresh_tokens_family').on(table.family), index('refresh_tokens_user').on(table.userId)],
);

/** Keys that programs call with in place of a person; only the SHA-256 of a key is kept. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    keyHash: text('key_hash').notNull(),
    name: text().notNull(),
    scopes: text().array().$type<KeyScope[]>().notNull(),
    /** Last characters of the key, to know it again by. */
    ending: text().notNull(),
    lastUsedAt: when('last_used_at'),
    /** Null: it works until it is revoked, and is gone then. */
    expiresAt: when('expires_at'),
    createdAt: created(),
  },
  (table) => [uniqueIndex('api_keys_hash').on(table.keyHash), index('api_keys_user').on(table.userId)],
);

/** Tries to sign in that no right password followed, of one e-mail, whether or not anybody has it. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    /** Hex SHA-256 of the e-mail in lower case: people type their password there by mistake. */
    emailHash: text('email_hash').primaryKey(),
    failures: integer().notNull(),
    /** When they began; they are forgotten a day later. */
    since: when('since').notNull(),
  },
  (table) => [index('sign_in_failures_since').on(table.since)],
);

/** Links that do one thing for one account, once; only the SHA-256 of their token is kept. */
export const accountLinks = pgTable(
  'account_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    /**
     * `reset-password` is handed over by staff, `mailed-reset` goes to the account's address and so proves it. `ask-reset`: no link
     * yet, but somebody who waits for the owner to make one, where no mail is sent.
     */
    kind: text().$type<'reset-password' | 'mailed-reset' | 'verify-email' | 'ask-reset'>().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The address that a verification proves: the account's, or the one it changes to. */
    email: text().notNull(),
    expiresAt: when('expires_at').notNull(),
    spentAt: when('spent_at'),
    createdAt: created(),
  },
  (table) => [index('account_links_user').on(table.userId, table.kind)],
);

/** People who wait for an invitation. */
export const waitingList = pgTable(
  'waiting_list',
  {
    id: serial().primaryKey(),
    email: text().notNull(),
    emailKey: text('email_key').notNull(),
    language: text().$type<AccountLanguage>().notNull(),
    invitedAt: when('invited_at'),
    createdAt: created(),
  },
  (table) => [uniqueIndex('waiting_list_email_key').on(table.emailKey)],
);

/** Invitations, good for one registration each; only the SHA-256 of the token is kept. */
export const invitations = pgTable(
  'invitations',
  {
    id: serial().primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    /** Whom it is for; null lets in whoever holds it. */
    email: text(),
    invitedBy: integer('invited_by').references(() => users.id, { onDelete: 'set null' }),
    expiresAt: when('expires_at').notNull(),
    usedAt: when('used_at'),
    usedBy: integer('used_by').references(() => users.id, { onDelete: 'set null' }),
    revokedAt: when('revoked_at'),
    createdAt: created(),
  },
  (table) => [index('invitations_created').on(table.createdAt)],
);

/** What staff did to accounts and money, append-only. */
export const staffActs = pgTable(
  'staff_acts',
  {
    id: serial().primaryKey(),
    staffId: integer('staff_id').references(() => users.id, { onDelete: 'set null' }),
    act: text().notNull(),
    /** The account it concerns; no reference, so that the record outlives it. */
    userId: integer('user_id'),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: created(),
  },
  (table) => [index('staff_acts_user').on(table.userId, table.id)],
);

/** One-time links and other facts of the instance: key to JSON. */
export const settings = pgTable('settings', { key: text().primaryKey(), value: jsonb().notNull() });

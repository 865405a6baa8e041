import { bigint, boolean, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import type { PasskeyTransport } from '../../../contract/http/keys/passkeys.ts';
import { users } from './accounts.ts';
import { bytea, created, when } from './columns.ts';

/** Passkeys (WebAuthn) that sign in to an account without its password. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: serial().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As the authenticator named it, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE. */
    publicKey: bytea('public_key').notNull(),
    /** What the authenticator knows the account by, base64url. */
    userHandle: text('user_handle').notNull(),
    /** Signatures that the authenticator has counted, 32 bits; 0 for those that do not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How the authenticator can be reached. */
    transports: text().array().$type<PasskeyTransport[]>().notNull(),
    /** As the person called it. */
    name: text().notNull(),
    /** Whether its maker keeps it for several devices. */
    isBackedUp: boolean('is_backed_up').notNull(),
    createdAt: created(),
    lastUsedAt: when('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** Challenges that came back, right or wrong: none is taken twice, in no process. */
export const spentChallenges = pgTable(
  'spent_challenges',
  {
    /** Hex SHA-256. */
    challengeHash: text('challenge_hash').primaryKey(),
    expiresAt: when('expires_at').notNull(),
  },
  (table) => [index('spent_challenges_expires').on(table.expiresAt)],
);

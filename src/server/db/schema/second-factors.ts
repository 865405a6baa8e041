import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { bytea, created, when } from './columns.ts';

/** Time-based one-time codes (RFC 6238) of an account, begun or in force. */
export const secondFactors = pgTable('second_factors', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted, see `accounts/factors/seal-secret.ts`. */
  secret: bytea('secret').notNull(),
  /** Since when it is asked for; null until a first code proved that the person's app has the secret. */
  confirmedAt: when('confirmed_at'),
  /** The last step of 30 seconds, since 1970, whose code was taken: each is good once. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: created(),
});

/** Codes for who lost their phone, good once each: a used one is gone. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    /** Hex SHA-256 of the account's number and the code, which has 80 random bits. */
    codeHash: text('code_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
);

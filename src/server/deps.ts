import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { AccountLanguage } from '../contract/http/accounts.ts';
import type { UserId } from '../contract/ids.ts';
import type { Config } from './config.ts';
import type { Database, Transaction } from './db/database.ts';
import type { Services } from './open-services.ts';

/** The server's whole outside world. `main` makes the real one, tests make theirs. */
export interface Deps {
  readonly config: Config;
  readonly database: Database;
  /** 32 bytes or more; keys for one purpose each are derived from it, see {@link deriveKey}. */
  readonly secret: Uint8Array;
  readonly logger: FastifyBaseLogger;
  readonly services: Services;
  /** Where figures are kept; null: nobody reads them. */
  readonly registry: Registry | null;
  /** The clock. */
  readonly now: () => Date;
  /** What else a new account gets, in the transaction that makes it (L17). */
  readonly onUserCreated: (tx: Transaction, userId: UserId, language: AccountLanguage) => Promise<void>;
  /** What must end elsewhere before an account goes: its plan. A failure keeps the account as it is. */
  readonly onUserDeleting: (userId: UserId) => Promise<void>;
}

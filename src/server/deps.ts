import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { AccountLanguage } from '../contract/http/accounts.ts';
import type { ContentHash, UserId } from '../contract/ids.ts';
import type { CompanyProvider } from './accounts/providers/company-provider.ts';
import type { BackupPlace } from './backup/places/place.ts';
import type { Payments } from './billing/payments.ts';
import type { Config } from './config.ts';
import type { AdvisoryLocks } from './db/advisory-locks.ts';
import type { Database, Transaction } from './db/database.ts';
import type { Events } from './db/events.ts';
import type { PictureWorkers } from './images/pictures.ts';
import type { ShownLan } from './lan/open-lan.ts';
import type { Mailer } from './mail/mailer.ts';
import type { ModelInspector } from './models/inspect-model.ts';
import type { Background } from './process/background.ts';
import type { KeyedMutex, Mutex } from './process/mutex.ts';
import { deriveKey } from './process/secret.ts';
import type { SendPush } from './push/send-push.ts';
import type { Engines } from './renders/engines/engine.ts';
import type { OpenChannels } from './renders/queue/open-channels.ts';
import type { RenderQueue } from './renders/queue/queue.ts';
import type { Round } from './restore/rounds.ts';
import type { FileSeals } from './storage/sign-file-url.ts';
import type { Storage } from './storage/storage.ts';
import type { DiskWatch } from './storage/watch-disk.ts';

/** What orders, files and live channels run on. One set per process. */
export interface Services {
  readonly storage: Storage;
  /** Where this process's backups are, see BACKUP_DIR. */
  readonly backups: BackupPlace;
  readonly urls: FileSeals;
  readonly events: Events;
  /** Locks that all processes share. */
  readonly locks: AdvisoryLocks;
  readonly queue: RenderQueue;
  readonly models: ModelInspector;
  /** Models that calls of this process bring, see `bringModel`. */
  readonly arriving: Map<ContentHash, number>;
  readonly pictures: PictureWorkers;
  readonly disk: DiskWatch;
  /** Calls with a key whose effect this process prepares, see `prepareAndRunOnce`. */
  readonly preparing: Set<string>;
  /** Whose effect this process has now, by account, see `prepareAndRunOnce`. */
  readonly effects: KeyedMutex;
  readonly engines: Engines;
  /** Null: nothing is sold here. */
  readonly payments: Payments | null;
  /** Transactions that wait for the payment provider hold one connection at a time. */
  readonly paymentMutex: Mutex;
  /** What a call starts and does not wait for. */
  readonly background: Background;
  /** Whose live channels are open in this process. */
  readonly channels: OpenChannels;
  readonly sendPush: SendPush;
  /** Null: nobody signs in through a company's provider. */
  readonly company: CompanyProvider | null;
  /** Null: no mail is sent. */
  readonly mailer: Mailer | null;
  close(): Promise<void>;
}

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
  /** What the app shows of the local network; null where LAN is off. */
  readonly lan: ShownLan | null;
  /** How the process goes on as another server; null where it does not: it shares its work with others, or in a test. */
  readonly round: Round | null;
  /** The clock. */
  readonly now: () => Date;
  /** What else a new account gets, in the transaction that makes it (L17). */
  readonly onUserCreated: (tx: Transaction, userId: UserId, language: AccountLanguage) => Promise<void>;
  /** What must end elsewhere before an account goes: its plan. A failure keeps the account as it is. */
  readonly onUserDeleting: (userId: UserId) => Promise<void>;
}

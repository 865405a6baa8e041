import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/database.ts';
import type { Events } from '../../db/events.ts';
import type { PictureWorkers } from '../../images/pictures.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Engines } from '../engines/engine.ts';

/** What working on orders needs. */
export interface RenderDeps {
  readonly db: Db;
  readonly storage: Storage;
  readonly pictures: PictureWorkers;
  readonly events: Events;
  readonly engines: Engines;
  readonly logger: FastifyBaseLogger;
  /** An engine that gives no sign of life for this long has failed; `follow-engine.ts` has its own without it. */
  readonly stallMs?: number;
  /** Keeping an image that takes longer has failed; `run-render.ts` has its own without it. */
  readonly saveMs?: number;
  /** A store of files that is away is waited for so long; `orders/patient-store.ts` has its own without it. */
  readonly storePatienceMs?: number;
  /** A database that is away for longer has given the order to another attempt; `queue.ts` has its own without it. */
  readonly leaseMs?: number;
}

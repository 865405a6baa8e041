import type { EngineName } from '../../contract/engine-name.ts';
import type { Failure } from '../../contract/failure.ts';
import type { ProjectFileRender } from '../../contract/files/project-file.ts';
import type { ContentHash, MaterialId, ProjectId, RenderId } from '../../contract/ids.ts';
import type { Outside } from '../browser/outside.ts';
import type { OrderRequest } from '../values/order-request.ts';
import { isOfDevice } from './classify-failure.ts';

/** What an outbox row asks of the server. Bodies are final once `frozen` is set: a repeat must be byte-equal (L2). */
export type OutboxWork =
  | { readonly kind: 'create-project'; readonly frozen?: Record<string, unknown> }
  /** This device opened it. */
  | { readonly kind: 'activate-project' }
  | {
      readonly kind: 'upload-model';
      readonly hash: ContentHash;
      readonly name: string;
      readonly sizeBytes: number;
      readonly uploadId: string;
    }
  /** A texture of the person's own, before the save that names it; with what the server needs to know its material. */
  | {
      readonly kind: 'upload-texture';
      readonly hash: ContentHash;
      readonly name: string;
      readonly materialId: MaterialId;
      readonly originalIndex: number;
      readonly originalId: string;
    }
  /** A picture of the person's own that is in no library, before the order that names it. */
  | { readonly kind: 'upload-picture'; readonly hash: ContentHash; readonly name: string }
  /** A finished render that came with a project file, or that this device has drawn: `deviceKey` is that of its row then. */
  | { readonly kind: 'import-render'; readonly render: ProjectFileRender; readonly deviceKey?: string }
  /** A background or a style that came with a project file, for the person's library; the project wears it if `isWorn`. */
  | {
      readonly kind: 'adopt-item';
      readonly assetType: 'background' | 'style';
      readonly hash: ContentHash;
      readonly name: string;
      readonly isWorn: boolean;
    }
  | { readonly kind: 'save-project'; readonly frozen: Record<string, unknown> | null }
  /** Saved views that differ from the server's when it is sent. */
  | { readonly kind: 'sync-views' }
  /** Light-map sketches that differ from the server's when it is sent. */
  | { readonly kind: 'sync-sketches' }
  /** The selection for the render as it stands when it is sent. */
  | { readonly kind: 'sync-selection' }
  /** Colours of materials that differ from the server's when it is sent. */
  | { readonly kind: 'sync-materials' }
  /** Surroundings of the person's own as they stand when it is sent. */
  | { readonly kind: 'sync-environment'; readonly environmentId: string }
  /** A saved look as it stands when it is sent. */
  | { readonly kind: 'sync-look'; readonly lookId: string }
  | {
      readonly kind: 'order-render';
      readonly request: OrderRequest;
      /** Multipart files: field name, hash of the stored bytes, file name. */
      readonly files: readonly (readonly [string, ContentHash, string])[];
      /** Pressed without a connection: asks before it is sent (L4). */
      readonly isOffline: boolean;
      readonly price: number;
      /** The model goes to the server for the first time, right before it. */
      readonly isFirstUpload?: boolean;
      readonly isCancelled?: boolean;
    }
  /** The recipe of a render again. */
  | {
      readonly kind: 'rerun-render';
      readonly renderId: RenderId;
      readonly engine: EngineName;
      /** Taken back when the server may have had it already: it is sent again under its key, and what comes of it ends. */
      readonly isCancelled?: boolean;
    };

/** A project as the server knew it when something was sent for it. */
export interface SentProject {
  readonly id: ProjectId;
  /** When it was made, ISO 8601; null where this device never heard. */
  readonly madeAt: string | null;
}

export interface OutboxRow {
  readonly seq?: number;
  /** Idempotency-Key, made when the person acted. */
  readonly key: string;
  readonly userId: number;
  readonly projectKey: string;
  /** Rows of one stream are sent in order. */
  readonly stream: string;
  readonly work: OutboxWork;
  /** `parked` waits for the person, `dead` was refused for good and is listed. */
  readonly state: 'ready' | 'sending' | 'parked' | 'dead';
  readonly attempts: number;
  /** It may have reached the server, which may still be working on it: neither change it nor take it back. */
  readonly wasSent: boolean;
  /** When it was first sent under its key, for as long as `wasSent`. */
  readonly sentAt?: number;
  /** What an order was sent for, for as long as `wasSent`: another device may have deleted that since. */
  readonly sentFor?: SentProject;
  readonly nextAt: number;
  /** Why it goes later, where it has been tried; of a row that goes by itself. */
  readonly delayedBy?: Failure;
  /** Key of a row that must succeed first. */
  readonly dependsOn: string | null;
  readonly createdAt: number;
  /** When the person last said that it goes, where it had stopped. */
  readonly agreedAt?: number;
  /** The page visit that made it, or in which the person last said that it goes. */
  readonly visitId: string;
  readonly failure: Failure | null;
}

/** Full jitter between 0 and this, doubled each time. */
const RETRY_BASE_MS = 1_000;
const RETRY_MAX_MS = 60_000;
/**
 * Pause before a row is looked at again whose failure cost no attempt; doubled each time, up to the other, while the server
 * answers all else: what somebody on the way keeps back may be megabytes each time.
 */
const PUT_OFF_MS = 1_000;
export const PUT_OFF_MAX_MS = 60_000;
/** The same while the server is worked on, which takes minutes: an order is megabytes each time. */
const MAINTENANCE_WAIT_MS = 10_000;
/** No wait is longer, whoever asks for it: what says so was noted while the device's clock was wrong. */
const WAIT_MAX_MS = 900_000;

/**
 * Whether a row was refused. The refusal is stored under its key for 7 days (L2): asking again takes a new one. Where this
 * page or its database failed the server may have taken it, and says so under the same key.
 */
export function isRefusal(failure: Failure | null): boolean {
  return failure !== null && failure.code !== 'server-failed' && !isOfDevice(failure);
}

/** The rows of each stream, in their order. */
export function groupByStream(rows: readonly OutboxRow[]): OutboxRow[][] {
  const streams = new Map<string, OutboxRow[]>();
  for (const row of rows) streams.set(row.stream, [...(streams.get(row.stream) ?? []), row]);
  return [...streams.values()];
}

/** A row that goes again. A body that was refused is not sent again: what stands by now is. */
export function freed(
  { key, dependsOn, work, failure }: OutboxRow,
  newKeys: ReadonlyMap<string, string>,
  now: number,
): Pick<OutboxRow, 'key' | 'dependsOn' | 'work' | 'state' | 'nextAt' | 'failure' | 'agreedAt'> {
  return {
    key: newKeys.get(key) ?? key,
    dependsOn: newKeys.get(dependsOn ?? '') ?? dependsOn,
    work: isRefusal(failure) ? thawed(work) : work,
    state: 'ready',
    nextAt: 0,
    failure: null,
    agreedAt: now,
  };
}

/** A row that is being sent. */
export function leaving(
  row: OutboxRow,
  now: number,
): Pick<OutboxRow, 'state' | 'wasSent'> & { readonly sentAt: number } {
  return { state: 'sending', wasSent: true, sentAt: row.wasSent ? firstSentAt(row) : now };
}

/** When a row that was sent went first; of those that were before it was noted, when they were made. */
export function firstSentAt({ sentAt, createdAt }: OutboxRow): number {
  return sentAt ?? createdAt;
}

function thawed(work: OutboxWork): OutboxWork {
  if (work.kind === 'create-project') return { kind: work.kind };
  return work.kind === 'save-project' ? { ...work, frozen: null } : work;
}

/** The visit of a page: what was said yes to in it counts in all tabs for as long as the page is there. */
export interface Visit {
  readonly id: string;
  /** Lets other tabs know that it goes on, for the sake of rows that are noted under it. */
  note(rows: readonly Pick<OutboxRow, 'work'>[]): void;
  isOver(id: string): Promise<boolean>;
}

/** Where the browser cannot tell what other tabs hold, every visit but this one counts as over. */
export function beginVisit({ locks, randomUuid }: Pick<Outside, 'locks' | 'randomUuid'>): Visit {
  const id = randomUuid();
  const nameOf = (visit: string): string => `vitrine-visit-${visit}`;
  let isNoted = false;
  return {
    id,
    note(rows) {
      // Most visits hold nothing: a page that does is not kept for the way back to it.
      if (isNoted || locks.isHeld === undefined || !rows.some(({ work }) => isForLater(work))) return;
      isNoted = true;
      const untilThePageIsGone = new Promise<never>(() => undefined);
      locks
        .request(nameOf(id), () => untilThePageIsGone)
        .catch(() => {
          isNoted = false;
        });
    },
    isOver: async (other) =>
      other !== id && (await locks.isHeld?.(nameOf(other)).catch(() => false)) !== true,
  };
}

function isForLater(work: OutboxWork): boolean {
  return work.kind === 'order-render' && work.isOffline;
}

/** An order pressed offline in a visit that is over is never sent before the person has seen it again (L4). */
export async function isUnseenOrder({ work, wasSent, visitId }: OutboxRow, visit: Visit): Promise<boolean> {
  return isForLater(work) && !wasSent && visit.isOver(visitId);
}

/** Milliseconds until it goes again. */
export function waitLeft({ nextAt }: OutboxRow, now: number): number {
  const left = nextAt - now;
  return left > WAIT_MAX_MS ? 0 : Math.max(0, left);
}

export function retryWait(attempts: number, failure: Failure): number {
  if (failure.code === 'rate-limited') return Math.min(WAIT_MAX_MS, failure.retryAfterSeconds * 1000);
  const ceiling = Math.min(RETRY_MAX_MS, RETRY_BASE_MS * 2 ** Math.min(attempts, 10));
  return Math.random() * ceiling;
}

/** @param times How often it was put off before, in a row. */
export function putOffWait(times: number, { code }: Failure): number {
  if (code === 'maintenance') return MAINTENANCE_WAIT_MS;
  return Math.min(PUT_OFF_MAX_MS, PUT_OFF_MS * 2 ** Math.min(times, 10));
}

import { AppError, type Failure, isAbort } from '../../contract/failure.ts';
import type { Outside } from '../browser/outside.ts';
import { classifyFailure, isOfDevice } from './classify-failure.ts';
import type { Database } from './db.ts';
import { listDependants } from './list-dependants.ts';
import {
  beginVisit,
  freed,
  groupByStream,
  isRefusal,
  isUnseenOrder,
  leaving,
  type OutboxRow,
  PUT_OFF_MAX_MS,
  putOffWait,
  retryWait,
  waitLeft,
} from './outbox-row.ts';
import type { Reachability } from './reachability.ts';

/** What became of a row. `value` is what its sender answered. */
export type OutboxEvent =
  | { readonly kind: 'sending'; readonly row: OutboxRow }
  | { readonly kind: 'sent'; readonly row: OutboxRow; readonly value: unknown }
  /** It could not be sent now and goes again by itself. */
  | { readonly kind: 'delayed'; readonly row: OutboxRow; readonly failure: Failure }
  /** Refused for good, or waiting for the person: for itself, or for `cause`, which it depends on. */
  | {
      readonly kind: 'stopped';
      readonly row: OutboxRow;
      readonly cause: OutboxRow;
      readonly failure: Failure;
    };

/**
 * Sends one kind of work. It may freeze a body into the row first, through `update`, and must then send exactly that
 * body under `row.key` whenever it is called again.
 */
export type Sender = (
  row: OutboxRow,
  update: (work: OutboxRow['work']) => Promise<void>,
  signal: AbortSignal,
) => Promise<unknown>;

export type Senders = { readonly [K in OutboxRow['work']['kind']]: Sender };

export interface NewRow {
  readonly key: string;
  readonly projectKey: string;
  readonly work: OutboxRow['work'];
  readonly dependsOn: string | null;
  readonly isParked?: boolean;
  /** Its own; else that of its project. */
  readonly stream?: string;
}

/** Writes that wait for the network. A row is a promise: it is answered, or it is listed until the person decides. */
export interface Outbox {
  /** Adds rows for the signed-in user, in order. Call inside `db.write` to commit them with the edit they belong to. */
  add(userId: number, rows: readonly NewRow[]): Promise<void>;
  /** Sends what can be sent. Resolves when nothing is left that could go now. */
  drain(): Promise<void>;
  /** Lets parked rows go, or tries dead ones again, and all that depends on them. */
  release(...keys: string[]): Promise<void>;
  /** Takes a row back, and all that depends on it. False when it may already have reached the server. */
  withdraw(key: string): Promise<boolean>;
  onEvent(listener: (event: OutboxEvent) => void): () => void;
  /**
   * Drains at once, when any tab adds a row, on every change of connection or visibility, and when a wait is over. A tab that
   * is not the one that sends stands in line for it, and sends on when that one is closed or dies.
   */
  start(userId: number): () => void;
}

const LOCK = 'vitrine-outbox';
/** Rows that are let go in one transaction: thousands in one are a task that the page would feel. */
const RELEASED_AT_ONCE = 100;
/** Streams sent side by side. */
const PARALLEL_STREAMS = 3;

export function createOutbox(
  outside: Outside,
  db: Database,
  reachability: Reachability,
  senders: Senders,
): Outbox {
  const visit = beginVisit(outside);
  const listeners = new Set<(event: OutboxEvent) => void>();
  let userId: number | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let draining: Promise<void> | null = null;
  let isWanted = false;
  let stopSignal = new AbortController();
  /** How often in a row each row was put off without an attempt, since the server was reached. */
  const putOff = new Map<number, number>();

  const emit = (event: OutboxEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const mine = async (): Promise<OutboxRow[]> => {
    const owner = userId;
    return owner === null ? [] : db.run(() => db.outbox.where('userId').equals(owner).sortBy('seq'));
  };
  const patch = (seq: number, change: Partial<OutboxRow>): Promise<unknown> =>
    db.run(() => db.outbox.update(seq, change));
  const stop = async (cause: OutboxRow, state: 'dead' | 'parked', failure: Failure): Promise<void> => {
    // What needs a row stands in its stream.
    const stream = await db.run(() => db.outbox.where('stream').equals(cause.stream).sortBy('seq'));
    for (const row of [cause, ...listDependants(stream, cause.key)]) {
      await patch(row.seq!, { state, failure, wasSent: false });
      emit({ kind: 'stopped', row, cause, failure });
    }
  };

  /** Sends one row. True when the stream may go on with its next row. */
  const send = async (row: OutboxRow): Promise<boolean> => {
    if (await isUnseenOrder(row, visit)) {
      await patch(row.seq!, { state: 'parked' });
      return true;
    }
    const seq = row.seq!;
    // Whoever signs in next has a signal of their own.
    const { signal } = stopSignal;
    await patch(seq, leaving(row, outside.now()));
    emit({ kind: 'sending', row });
    try {
      const update = async (work: OutboxRow['work']): Promise<void> => void (await patch(seq, { work }));
      const value = await senders[row.work.kind](row, update, signal);
      await db.run(() => db.outbox.delete(seq));
      putOff.delete(seq);
      emit({ kind: 'sent', row, value });
      return true;
    } catch (error) {
      return fail(row, error, signal);
    }
  };
  const fail = async (row: OutboxRow, error: unknown, signal: AbortSignal): Promise<boolean> => {
    const seq = row.seq!;
    if (isAbort(error) && signal.aborted) {
      await patch(seq, { state: 'ready' });
      return false;
    }
    if (!(error instanceof AppError)) {
      await stop(row, 'dead', { code: 'server-failed' });
      throw error;
    }
    const verdict = classifyFailure(error.failure);
    if (verdict === 'dead' || verdict === 'ask') {
      await stop(row, verdict === 'dead' ? 'dead' : 'parked', error.failure);
      return true;
    }
    const attempts = verdict === 'retry' ? row.attempts + 1 : row.attempts;
    const times = putOff.get(seq) ?? 0;
    if (verdict === 'wait' && reachability.connection() === 'online') putOff.set(seq, times + 1);
    const wait = verdict === 'retry' ? retryWait(attempts, error.failure) : putOffWait(times, error.failure);
    await patch(seq, { state: 'ready', attempts, nextAt: outside.now() + wait, delayedBy: error.failure });
    emit({ kind: 'delayed', row, failure: error.failure });
    return false;
  };

  const drainStream = async (rows: readonly OutboxRow[]): Promise<void> => {
    for (const listed of rows) {
      const row = await db.run(() => db.outbox.get(listed.seq!));
      if (row === undefined || row.state === 'dead' || row.state === 'parked') continue;
      if (row.userId !== userId) return;
      if (waitLeft(row, outside.now()) > 0 || reachability.connection() !== 'online') return;
      if (!(await send(row))) return;
    }
  };
  const drainAll = async (): Promise<void> => {
    do {
      isWanted = false;
      for (const row of await mine()) {
        if (row.state === 'sending') await patch(row.seq!, { state: 'ready' });
      }
      const queue = groupByStream(await mine());
      const lane = async (): Promise<void> => {
        for (let rows = queue.shift(); rows !== undefined; rows = queue.shift()) await drainStream(rows);
      };
      await Promise.all(Array.from({ length: PARALLEL_STREAMS }, lane));
    } while (isWanted && userId !== null);
    await schedule();
  };
  const schedule = async (): Promise<void> => {
    wakeAfter(null);
    if (userId === null || reachability.connection() !== 'online') return;
    const now = outside.now();
    const waits = (await mine()).filter(({ state }) => state === 'ready').map((row) => waitLeft(row, now));
    if (waits.length === 0) return;
    wakeAfter(Math.max(50, Math.min(...waits)));
  };
  const wakeAfter = (delayMs: number | null): void => {
    if (timer !== null) clearTimeout(timer);
    timer = delayMs === null || userId === null ? null : setTimeout(() => void drain(), delayMs);
  };
  const drain = (): Promise<void> => {
    if (userId === null || reachability.connection() !== 'online') return Promise.resolve();
    if (draining !== null) {
      isWanted = true;
      return draining;
    }
    isWanted = false;
    draining = outside.locks
      .request(LOCK, drainAll)
      .catch((error: unknown) => {
        // A newer version of the page sends what is here, or nothing can be noted now.
        if (!(error instanceof AppError) || !isOfDevice(error.failure)) throw error;
        wakeAfter(PUT_OFF_MAX_MS);
      })
      .finally(() => {
        draining = null;
        // Asked for while the last round was being put away.
        return isWanted ? drain() : undefined;
      });
    return draining;
  };
  return {
    async add(owner, rows) {
      visit.note(rows);
      const now = outside.now();
      await db.outbox.bulkAdd(
        rows.map((row) => ({
          key: row.key,
          userId: owner,
          projectKey: row.projectKey,
          stream: row.stream ?? `project:${row.projectKey}`,
          work: row.work,
          state: row.isParked === true ? ('parked' as const) : ('ready' as const),
          attempts: 0,
          wasSent: false,
          nextAt: 0,
          dependsOn: row.dependsOn,
          createdAt: now,
          visitId: visit.id,
          failure: null,
        })),
      );
    },
    drain,
    async release(...keys) {
      const rows = await db.run(() => db.outbox.toArray());
      const wanted = new Set(keys);
      /** Of the rows that go, with what they are called then. In the order of the table a row stands behind what it needs. */
      const newKeys = new Map<string, string>();
      for (const { key, dependsOn, failure } of rows) {
        if (wanted.has(key)) newKeys.set(key, isRefusal(failure) ? outside.randomUuid() : key);
        else if (dependsOn !== null && newKeys.has(dependsOn)) newKeys.set(key, key);
      }
      const going = rows.flatMap(({ seq, key }) => (newKeys.has(key) ? [seq!] : []));
      for (let from = 0; from < going.length; from += RELEASED_AT_ONCE) {
        await db.write(async () => {
          const found = await db.outbox.bulkGet(going.slice(from, from + RELEASED_AT_ONCE));
          const known = found.filter((row) => row !== undefined);
          const now = outside.now();
          visit.note(known);
          const said = { visitId: visit.id };
          await db.outbox.bulkPut(known.map((row) => ({ ...row, ...freed(row, newKeys, now), ...said })));
        });
      }
      await drain();
    },
    async withdraw(key) {
      return db.write(async () => {
        const row = await db.outbox.where('key').equals(key).first();
        if (row === undefined || row.wasSent) return false;
        const dependants = listDependants(await db.outbox.toArray(), key);
        await db.outbox.bulkDelete([row, ...dependants].map(({ seq }) => seq!));
        return true;
      });
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start(owner) {
      userId = owner;
      stopSignal = new AbortController();
      const stopConnection = reachability.onChange((connection) => {
        if (connection !== 'online') putOff.clear();
        void drain();
      });
      const stopPage = outside.page.onChange(() => void drain());
      const stopWatch = db.watch(
        () => db.outbox.where('userId').equals(owner).count(),
        (rows) => void (rows > 0 && drain()),
      );
      void drain();
      return () => {
        userId = null;
        stopSignal.abort();
        stopConnection();
        stopPage();
        stopWatch();
        wakeAfter(null);
      };
    },
  };
}

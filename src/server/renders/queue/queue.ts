import { type Db, PgBoss } from 'pg-boss';
import { EngineName } from '../../../contract/engine-name.ts';
import type { Connection, Transaction } from '../../db/database.ts';
import { executeText } from '../../db/prepare-read.ts';
import { carryTrace, span } from '../../tracing/span.ts';
import { AttemptEnded } from '../engines/engine.ts';

/** Each engine has a queue of its own, so that orders of one never wait for the other. */
const QUEUES: Readonly<Record<EngineName, string>> = { studio: 'render', comfyui: 'render-comfyui' };
/** pg-boss asserts 10 s as the least. A killed worker's order starts again after it. */
const HEARTBEAT_SECONDS = 10;
/** A worker that the database has not heard of for so long has its orders no longer (milliseconds). */
export const LEASE_MS = HEARTBEAT_SECONDS * 1000;
/** How often the queue looks for dead workers' jobs. */
const SUPERVISE_SECONDS = 2;
/**
 * pg-boss sleeps this long after a job that was shorter, even with others waiting (7.5 s idle at its own 10 s backstop).
 * The least it takes.
 */
const POLL_SECONDS = 0.5;
/**
 * About the longest that pg-boss takes: 4 images of 8192 px at high quality take half of it on two slow cores, and an order
 * may wait for a server. A worker that died is noticed by its heartbeat long before.
 */
const EXPIRE_SECONDS = 23 * 3_600;
/** Far above what ends an order, which its own row decides: see `count-strikes.ts`. */
const RETRIES = 10_000;
/** An attempt that came to nothing is followed by another after 1 to 20 s, each time later. */
const RETRY_SECONDS = { first: 1, most: 20 };

/** Nothing is in work any more when the queue closes. */
const CLOSE_MS = 2_000;

interface JobData {
  readonly renderId: number;
  /** Of the call that ordered it, see `carryTrace`. */
  readonly trace?: string;
}

/** The orders that wait, in the same database as their rows. */
export interface RenderQueue {
  /**
   * Queues an order, together with everything else the transaction does.
   *
   * @param turn The lowest goes first, see `queueFairly`.
   */
  add(tx: Transaction, engine: EngineName, renderId: number, turn: number): Promise<void>;
  /** Gives an order that waits another turn; one that has been taken stays where it is. */
  move(tx: Transaction, engine: EngineName, renderId: number, turn: number): Promise<void>;
  /**
   * Takes an engine's orders by their turns until {@link stopWork}. An order whose run rejects is taken up again.
   *
   * @param run Gets a signal that aborts at the stop, or when the order was given to another worker.
   */
  work(engine: EngineName, run: (renderId: number, signal: AbortSignal) => Promise<void>): EngineWork;
  /** Orders of an engine that its queue has given up, of those named. */
  findDead(engine: EngineName, renderIds: readonly number[]): Promise<number[]>;
  /** Orders of an engine that no worker has taken, by their renders. */
  listWaiting(engine: EngineName): Promise<number[]>;
  /** Resolves when the queue answers. */
  check(): Promise<unknown>;
  /** Takes no more orders; the runs in work hear of it, and it resolves when they have ended. */
  stopWork(): Promise<void>;
  close(): Promise<void>;
}

/** How many orders of an engine this process works on at once. */
export interface EngineWork {
  /** Runs beyond a smaller number end first. One call at a time. */
  resize(orders: number): Promise<void>;
}

/**
 * Opens the queue, making its schema when it is missing.
 *
 * @param role `worker` takes orders and looks after those of dead workers; `api` only adds.
 * @param onError Hears of trouble in the background, which pg-boss retries by itself.
 */
export async function openQueue(
  connection: Connection,
  role: 'api' | 'worker',
  onError: (error: Error) => void,
): Promise<RenderQueue> {
  const isWorker = role === 'worker';
  const boss = new PgBoss({
    ...connection,
    application_name: 'vitrine-queue',
    max: 3,
    schedule: false,
    supervise: isWorker,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    // Missed heartbeats are noticed by the monitor, which else looks once a minute.
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    useListenNotify: isWorker,
  });
  boss.on('error', onError);
  await boss.start();
  for (const engine of EngineName.options) {
    const options = {
      retryLimit: RETRIES,
      retryDelay: RETRY_SECONDS.first,
      retryBackoff: true,
      retryDelayMax: RETRY_SECONDS.most,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: EXPIRE_SECONDS,
      notify: true,
    };
    await boss.createQueue(QUEUES[engine], options);
    await boss.updateQueue(QUEUES[engine], options);
  }
  const stopping = new AbortController();

  return {
    async add(tx, engine, renderId, turn) {
      const trace = carryTrace();
      const job: JobData = { renderId, ...(trace === undefined ? {} : { trace }) };
      const how = { id: jobIdOf(renderId), priority: -turn, db: within(tx) };
      const id = await boss.send(QUEUES[engine], job, how);
      if (id === null) throw new Error(`order ${renderId} is in the queue already`);
    },
    async move(tx, engine, renderId, turn) {
      const how = { id: jobIdOf(renderId), priority: -turn, db: within(tx) };
      await boss.update(QUEUES[engine], undefined, how);
    },
    work(engine, run) {
      const how = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_SECONDS };
      const consumers: string[] = [];
      return {
        async resize(orders) {
          while (consumers.length < orders && !stopping.signal.aborted) {
            const consumer = await boss.work<JobData>(QUEUES[engine], how, async ([job]) => {
              if (job === undefined) return;
              const { renderId, trace } = job.data;
              const signal = AbortSignal.any([stopping.signal, endedBy(job.signal)]);
              const about = { 'vitrine.render': renderId, 'vitrine.engine': engine };
              await span('render', about, () => run(renderId, signal), trace);
            });
            consumers.push(consumer);
          }
          for (const id of consumers.splice(orders)) await boss.offWork(QUEUES[engine], { id, wait: false });
        },
      };
    },
    async findDead(engine, renderIds) {
      const dead: number[] = [];
      for (const renderId of renderIds) {
        const [job] = await boss.findJobs(QUEUES[engine], { id: jobIdOf(renderId) });
        if (job === undefined || job.state === 'failed' || job.state === 'cancelled') dead.push(renderId);
      }
      return dead;
    },
    async listWaiting(engine) {
      const jobs = await boss.findJobs<JobData>(QUEUES[engine], { queued: true });
      return jobs.map(({ data }) => data.renderId);
    },
    check: () => boss.schemaVersion(),
    async stopWork() {
      stopping.abort(new AttemptEnded());
      for (const engine of EngineName.options) await boss.offWork(QUEUES[engine], { wait: true });
    },
    async close() {
      await boss.stop({ graceful: true, timeout: CLOSE_MS });
    },
  };
}

/** The queue aborts what it gives to another worker, which goes on with what is under way. */
function endedBy(given: AbortSignal): AbortSignal {
  const ended = new AbortController();
  const end = (): void => ended.abort(new AttemptEnded());
  if (given.aborted) end();
  else given.addEventListener('abort', end, { once: true });
  return ended.signal;
}

/** Where the queue writes what belongs to a transaction. */
function within(tx: Transaction): Db {
  return { executeSql: (text, values) => executeText(tx, text, values ?? []) };
}

/** One job per order, whose id follows from the order's: a UUID of version 8 (RFC 9562, 5.8). */
function jobIdOf(renderId: number): string {
  return `76697472-696e-8000-8000-${renderId.toString(16).padStart(12, '0')}`;
}

import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Connection, Transaction } from '../db/database.ts';

const QUEUE = 'render';
/** pg-boss asserts 10 s as the least. A killed worker's order starts again after it. */
const HEARTBEAT_SECONDS = 10;
/** How often the queue looks for dead workers' jobs. */
const SUPERVISE_SECONDS = 2;
/**
 * pg-boss sleeps this long after a job that was shorter, even with others waiting (7.5 s idle at its own 10 s backstop).
 * The least it takes.
 */
const POLL_SECONDS = 0.5;
/** Longest order: 4 images of 2048 px at high quality take 40 minutes on two slow cores. */
const EXPIRE_SECONDS = 4 * 3_600;
/** Times an order is taken up again after its worker died. */
const RETRIES = 4;

interface JobData {
  readonly renderId: number;
}

/** The orders that wait, in the same database as their rows. */
export interface RenderQueue {
  /** Puts an order at the end, together with everything else the transaction does. */
  add(tx: Transaction, renderId: number): Promise<void>;
  /**
   * Takes orders one at a time, oldest first, until {@link stopWork}. An order whose run rejects is taken up again.
   *
   * @param run Gets a signal that aborts at the stop, or when the order was given to another worker.
   */
  work(run: (renderId: number, signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Orders the queue has given up, of those named. */
  findDead(renderIds: readonly number[]): Promise<number[]>;
  /** Takes no more orders; the run in work hears of it, and resolves when it has ended. */
  stopWork(): Promise<void>;
  close(): Promise<void>;
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
  const options = {
    retryLimit: RETRIES,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: EXPIRE_SECONDS,
    notify: true,
  };
  await boss.createQueue(QUEUE, options);
  await boss.updateQueue(QUEUE, options);
  const stopping = new AbortController();

  return {
    async add(tx, renderId) {
      const job: JobData = { renderId };
      const id = await boss.send(QUEUE, job, { id: jobIdOf(renderId), db: fromDrizzle(tx, sql) });
      if (id === null) throw new Error(`order ${renderId} is in the queue already`);
    },
    async work(run) {
      const how = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_SECONDS };
      await boss.work<JobData>(QUEUE, how, async ([job]) => {
        if (job === undefined) return;
        await run(job.data.renderId, AbortSignal.any([stopping.signal, job.signal]));
      });
    },
    async findDead(renderIds) {
      const dead: number[] = [];
      for (const renderId of renderIds) {
        const [job] = await boss.findJobs(QUEUE, { id: jobIdOf(renderId) });
        if (job === undefined || job.state === 'failed' || job.state === 'cancelled') dead.push(renderId);
      }
      return dead;
    },
    async stopWork() {
      stopping.abort();
      await boss.offWork(QUEUE, { wait: true });
    },
    async close() {
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/** One job per order, whose id follows from the order's: a UUID of version 8 (RFC 9562, 5.8). */
function jobIdOf(renderId: number): string {
  return `76697472-696e-8000-8000-${renderId.toString(16).padStart(12, '0')}`;
}

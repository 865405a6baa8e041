import { and, eq, sql } from 'drizzle-orm';
import { AppError, type FailureCode } from '../../../contract/failure.ts';
import type { LayerFile } from '../../../contract/files/picture-layers.ts';
import { type Provenance, RENDER_WARNINGS_MAX, type RenderWarning } from '../../../contract/render-spec.ts';
import type { Db, Transaction } from '../../db/database.ts';
import { despiteOutage } from '../../db/despite-outage.ts';
import { announce } from '../../db/events.ts';
import { isDatabaseAway } from '../../db/is-database-away.ts';
import { renders } from '../../db/schema/renders.ts';
import { isStoreAway } from '../../storage/s3-failures.ts';
import { noteInSpan } from '../../tracing/span.ts';
import { findImages } from '../describe-render.ts';
import { AttemptEnded, EngineDied, type EngineEvent } from '../engines/engine.ts';
import { isAlive, lockRender, type RenderRow } from '../find-render.ts';
import { putPatiently } from '../orders/patient-store.ts';
import { asCurrent, isCurrent, Superseded } from './attempt.ts';
import { countStrike } from './count-strikes.ts';
import { EngineFailure, followEngine } from './follow-engine.ts';
import { judgeImage } from './judge-image.ts';
import { type FinishedImage, keepImage } from './keep-image.ts';
import { openPreviews } from './open-previews.ts';
import { LEASE_MS } from './queue.ts';
import type { RenderDeps } from './render-deps.ts';
import { settleRender } from './settle-render.ts';
import { writeProgress } from './write-progress.ts';

/** Far above what pictures, disk and database may take together: one of them never answers. */
const SAVE_MS = 6 * 60_000;
/** Progress reaches the database at most this often. */
const PROGRESS_INTERVAL_MS = 200;

/**
 * Works on one order from the queue until it has ended. Every write says which attempt it belongs to, so that a worker
 * that was thought dead changes nothing any more; images that an earlier attempt finished are kept and not paid twice.
 * While the database or the store of files is away for a moment the engine goes on; away for longer, the order is another attempt's, and so
 * is what is under way on servers of others.
 *
 * @param signal Aborts when this process stops working: the order stays as it is and another worker takes it up.
 * @throws Whatever went wrong with database or files, or under the engine; the queue then starts the order again, until
 *   its row says that it is enough. A failure of the engine does not throw: it ends the order and refunds.
 */
export async function runRender(deps: RenderDeps, renderId: number, signal: AbortSignal): Promise<void> {
  const render = await startAttempt(deps, renderId);
  if (render === null) return;
  const mine = new AbortController();
  const unsubscribe = deps.events.subscribe('render_cancelled', (id) => {
    if (Number(id) === renderId) mine.abort();
  });
  try {
    await runEngine(deps, render, signal, mine);
    await asCurrent(deps.db, render, (tx, row) => settleRender(tx, row, { status: 'completed' }));
  } catch (error) {
    if (signal.aborted || (isStoreAway(error) && !mine.signal.aborted)) {
      // Left to another worker on purpose, or until the files are back: that is no strike.
      await deps.db.update(renders).set({ attemptProgress: null }).where(isCurrent(render));
      throw error;
    }
    if (mine.signal.aborted || error instanceof Superseded) return;
    // The database cannot be written; the next attempt sees that this one ended without a result.
    if (isDatabaseAway(error)) throw error;
    if (await endAttempt(deps, render, error)) return;
    throw error;
  } finally {
    unsubscribe();
  }
}

/** What an order ends with that went wrong; null for what another attempt may get right. */
function whatEnds(error: unknown): { code: FailureCode; detail: string } | null {
  const cause = error instanceof EngineFailure ? error.cause : error;
  if (cause instanceof EngineDied) return null;
  if (cause instanceof AppError) return { code: cause.failure.code, detail: JSON.stringify(cause.failure) };
  if (error instanceof EngineFailure) return { code: 'engine-failed', detail: String(cause) };
  return null;
}

/** @returns Whether the order has ended with its attempt; if not, it waits for another one. */
async function endAttempt({ db, logger }: RenderDeps, render: RenderRow, error: unknown): Promise<boolean> {
  const end = await asCurrent(db, render, async (tx, row) => {
    const found = whatEnds(error) ?? (await strike(tx, row, error));
    if (found !== null) await settleRender(tx, row, { status: 'error', ...found });
    return found;
  });
  // Whoever looks after the server hears of it; the person is told what they can do.
  if (end !== null)
    logger.warn({ renderId: render.id, engine: render.engine, ...end }, 'an order has failed');
  return end !== null;
}

/** Notes that an attempt came to nothing. @returns What the order ends with, when that was once too often. */
async function strike(
  tx: Transaction,
  row: RenderRow,
  error: unknown,
): Promise<{ code: FailureCode; detail: string } | null> {
  const isDead = error instanceof EngineFailure && error.cause instanceof EngineDied;
  const { isOver, ...counted } = countStrike(row, isDead ? 'engine-died' : 'error');
  const set = { ...counted, attemptProgress: null };
  await tx.update(renders).set(set).where(eq(renders.id, row.id));
  if (!isOver) return null;
  return { code: 'engine-failed', detail: String(isDead ? error.cause : error) };
}

/**
 * Begins an attempt. One before it that ended without a word went with its process or the database; an order that has
 * seen too many of these at the same point ends.
 *
 * @returns Null when there is nothing to do any more.
 */
async function startAttempt({ db, logger }: RenderDeps, renderId: number): Promise<RenderRow | null> {
  return db.transaction(async (tx) => {
    const before = await lockRender(tx, renderId);
    if (before === null || !isAlive(before)) return null;
    const { isOver, ...counted } =
      before.attemptProgress === null
        ? { isOver: false, strikes: before.strikes, strikeProgress: before.strikeProgress }
        : countStrike(before, 'vanished');
    if (isOver) {
      logger.error({ renderId, ...counted }, 'an order was given up');
      const detail = 'every attempt ended with its process, at the same point';
      await settleRender(tx, before, { status: 'error', code: 'engine-failed', detail });
      return null;
    }
    const [row] = await tx
      .update(renders)
      .set({
        ...counted,
        status: 'processing',
        attempt: sql`${renders.attempt} + 1`,
        attemptProgress: 0,
        sequence: sql`${renders.sequence} + 1`,
        startedAt: sql`coalesce(${renders.startedAt}, now())`,
      })
      .where(eq(renders.id, renderId))
      .returning();
    await announce(tx, 'render_changed', String(renderId));
    await announce(tx, 'queue_moved');
    return row ?? null;
  });
}

/**
 * @param stopping Aborts when this process stops: what is made by then is kept all the same.
 * @param mine Aborts when nobody wants the pictures.
 */
async function runEngine(
  deps: RenderDeps,
  render: RenderRow,
  stopping: AbortSignal,
  mine: AbortController,
): Promise<void> {
  /** Aborts when the order is left to another attempt. */
  const leaving = new AbortController();
  const signal = AbortSignal.any([stopping, mine.signal, leaving.signal]);
  const lasting = <Result>(work: () => Promise<Result>): Promise<Result> =>
    despiteOutage(work, deps.leaseMs ?? LEASE_MS, signal);
  const previews = openPreviews(deps, render);
  let lastProgressMs = 0;
  let lastNode = '';
  /** Of the image that comes next. */
  const layers: LayerFile[] = [];
  const keep = async (event: EngineEvent): Promise<void> => {
    if (event.kind === 'progress') {
      const now = performance.now();
      if (event.nodeId === lastNode && now - lastProgressMs < PROGRESS_INTERVAL_MS) return;
      lastProgressMs = now;
      if (event.nodeId !== lastNode) noteInSpan(event.nodeId);
      lastNode = event.nodeId;
      if (!(await lasting(() => writeProgress(deps.db, render, event)))) throw new Superseded();
    } else if (event.kind === 'preview') {
      previews.push(event);
    } else if (event.kind === 'made') {
      await lasting(() => keepProvenance(deps.db, render, event.provenance));
    } else if (event.kind === 'warned') {
      await lasting(() => keepWarning(deps.db, render, event.warning));
    } else if (event.kind === 'layer') {
      // Its row comes with the image: without one it is swept.
      const { hash, sizeBytes } = await putPatiently(deps, event.bytes, signal);
      layers.push({ kind: event.layer, hash, sizeBytes });
    } else {
      await previews.drop();
      const made = layers.splice(0);
      const save = (either: AbortSignal) => saveImage(deps, render, event, made, either, stopping);
      await inTime(save, deps.saveMs ?? SAVE_MS, mine.signal);
    }
  };
  try {
    for await (const event of followEngine(deps, render, signal)) {
      signal.throwIfAborted();
      try {
        await keep(event);
      } catch (error) {
        // Before the engine is left: what it has under way is another attempt's, by now or soon, or nobody's.
        if (isDatabaseAway(error) || isStoreAway(error)) leaving.abort(new AttemptEnded());
        if (error instanceof Superseded)
          mine.abort((await goesOn(deps.db, render)) ? new AttemptEnded() : undefined);
        throw error;
      }
    }
  } finally {
    await previews.drop();
  }
  const images = await findImages(deps.db, [render.id]);
  const { batchSize } = render.recipe;
  if (images.length !== batchSize) {
    throw new EngineFailure('', { cause: `${images.length} of ${batchSize} images` });
  }
}

/** Whether an order that this attempt does not count for any more is still to be drawn; so it is where nobody can tell. */
async function goesOn(db: Db, { id }: RenderRow): Promise<boolean> {
  try {
    const [row] = await db.select().from(renders).where(eq(renders.id, id));
    return row !== undefined && isAlive(row);
  } catch (error) {
    if (isDatabaseAway(error)) return true;
    throw error;
  }
}

async function saveImage(
  deps: RenderDeps,
  render: RenderRow,
  event: FinishedImage,
  layers: readonly LayerFile[],
  signal: AbortSignal,
  stopping: AbortSignal,
): Promise<void> {
  const kept = event.kind === 'encoded' ? event.keptProduct : undefined;
  if (kept !== undefined && kept.changed_pixels > 0) {
    const { batchIndex } = event;
    deps.logger.error({ renderId: render.id, batchIndex, kept }, 'pixels of a kept product were changed');
  }
  // A product that was kept apart is counted pixel by pixel: in another light its colours differ from the stage's, and are right.
  const fidelity = kept === undefined ? await judgeImage(deps, render, event, signal, stopping) : null;
  await keepImage(deps, render, event, layers, fidelity, signal, stopping);
}

/**
 * @param work Is told when the time is over; what it does later is of an attempt that does not count any more.
 * @throws Error when the time is over.
 */
async function inTime(
  work: (signal: AbortSignal) => Promise<void>,
  limitMs: number,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const late = new Error(`an image was not kept within ${limitMs} ms`);
  const timer = setTimeout(() => over.abort(late), limitMs);
  const ended = new Promise<never>((_resolve, reject) => {
    over.signal.addEventListener('abort', () => reject(late));
  });
  try {
    await Promise.race([work(AbortSignal.any([signal, over.signal])), ended]);
  } finally {
    clearTimeout(timer);
  }
}

/** Written twice in a row it stands once. */
async function keepProvenance(db: Db, render: RenderRow, provenance: Provenance): Promise<void> {
  const told = JSON.stringify(provenance);
  const isNew = sql`${renders.provenance} -> -1 is distinct from ${told}::jsonb`;
  await db
    .update(renders)
    .set({ provenance: sql`${renders.provenance} || jsonb_build_array(${told}::jsonb)` })
    .where(and(isCurrent(render), isNew));
}

/** Once each, also where an attempt before this one told it; of very many the first. */
async function keepWarning(db: Db, render: RenderRow, warning: RenderWarning): Promise<void> {
  const told = JSON.stringify([warning]);
  const isNew = sql`not ${renders.warnings} @> ${told}::jsonb and jsonb_array_length(${renders.warnings}) < ${RENDER_WARNINGS_MAX}`;
  await db
    .update(renders)
    .set({ warnings: sql`${renders.warnings} || ${told}::jsonb` })
    .where(and(isCurrent(render), isNew));
}

import { type AiNodeId, isLater, WAITING_NODE } from '../../../../../contract/render-nodes.ts';
import { AttemptEnded, type EngineContext, type EngineEvent } from '../../engine.ts';
import { findUsed } from '../families/list-families.ts';
import { listLacking, splitBatch } from '../fleet/choose-server.ts';
import type { ComfyServer } from '../fleet/comfy-server.ts';
import type { Seat, Servers } from '../fleet/fleet.ts';
import type { BatchPart, FamilyName, ServerProfile } from '../graph/parts.ts';
import type { Dispatch } from './dispatch.ts';
import type { DrawnPart } from './draw-part.ts';
import { type Beginning, drawWithRetries, type OrderInWork } from './draw-with-retries.ts';
import { createJobKeeper, type Job, type JobKeeper, readHandle } from './job-handle.ts';
import type { Order } from './order.ts';
import { createPreviews } from './show-previews.ts';
import { isKnown } from './submit-job.ts';

/** What an order tells: an engine's events, with images as the server made them. */
export type OrderEvent =
  | Exclude<EngineEvent, { kind: 'image' }>
  | { readonly kind: 'drawn'; readonly batchIndex: number; readonly bytes: Uint8Array };

/**
 * Works on one order until all its images are here. Where one part of it fails, those that are drawn elsewhere come to their end
 * and are told of; none is begun any more.
 *
 * @param tell Hears of it in order: of images by their index.
 * @throws AppError with what the person is to be told, after what was drawn; what `signal` aborts with.
 */
export async function runOrder(
  dispatch: Dispatch,
  order: Order,
  context: Pick<EngineContext, 'handle' | 'keepHandle' | 'finished' | 'madeBefore'>,
  tell: (event: OrderEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { batchSize } = order.recipe;
  const wanted = Array.from({ length: batchSize }, (_, index) => index).filter(
    (index) => !context.finished.has(index),
  );
  /** Aborts with what a part has failed with. */
  const failing = new AbortController();
  const beginning = AbortSignal.any([signal, failing.signal]);
  const previews = createPreviews(dispatch, tell);
  const progress = createOrderProgress(batchSize, context.finished.size, tell);
  const left = readHandle(context.handle);
  const keeper = createJobKeeper(left, (handle) => context.keepHandle(handle));
  const inOrder = createInOrder(wanted, tell);

  const draw = async (part: BatchPart, begin: Beginning | null): Promise<void> => {
    const work: OrderInWork = {
      order,
      keeper,
      signal,
      listener: {
        onProgress: (percent, nodeId) => progress.tell(part, percent, nodeId),
        onPreview: previews.push,
      },
      takeSeat: (avoid) => takeSeat(part, avoid),
    };
    let toCome = part.count;
    try {
      await drawWithRetries(dispatch, work, part, begin, (drawn) => {
        toCome -= drawn.part.count;
        if (toCome === 0) progress.tell(part, 100, 'save');
        inOrder.push(drawn);
      });
    } catch (error) {
      giveUp(error, listImages(part));
    }
  };
  const giveUp = (error: unknown, images: readonly number[]): void => {
    failing.abort(error);
    inOrder.giveUp(images);
  };
  // Pictures of one order look alike, and those of its repeat: what drew the first draws the others, where it is still there.
  const before = context.madeBefore.at(-1);
  let family: Seat['family'] = before === undefined ? null : familyOf(order, before);
  const takeSeat = async (part: BatchPart | null, avoid: ReadonlySet<string>): Promise<Seat> => {
    const images = order.hashes();
    const onWait = () => progress.tell(part, null, WAITING_NODE);
    const seat = await dispatch.servers.takeSeat(
      { recipe: order.recipe, fits: order.fits, images, avoid, family },
      onWait,
      beginning,
    );
    family = seat.family;
    return seat;
  };

  try {
    const begun = await adopt(dispatch, order, keeper, left, wanted, signal);
    family = begun[0]?.begin.seat.family ?? family;
    const taken = new Set(begun.flatMap(({ part }) => listImages(part)));
    const rest = wanted.filter((index) => !taken.has(index));
    const drawing = begun.map(({ part, begin }) => draw(part, begin));
    if (rest.length > 0) drawing.push(drawRest(rest).catch((error: unknown) => giveUp(error, rest)));
    await Promise.all(drawing);
    failing.signal.throwIfAborted();
  } finally {
    previews.close();
  }

  async function drawRest(rest: readonly number[]): Promise<void> {
    const seat = await takeSeat(null, new Set());
    // What waits is given servers before a batch is spread over them.
    const idle = countIdle(dispatch.servers, order, seat) - dispatch.servers.waitingOrders();
    const parts = splitBatch(order.isBatched, rest, batchSize, seat.profile, seat.family, idle);
    await Promise.all(parts.map((part, index) => draw(part, index === 0 ? { seat, adopted: null } : null)));
  }
}

/** Servers without any job that follow the order as well as the one that was chosen. */
function countIdle({ all }: Servers, { recipe, fits }: Order, seat: Seat): number {
  const rate = (profile: ServerProfile) => listLacking(recipe, profile).length + (fits(profile) ? 0 : 1);
  return all.filter((server) => {
    const profile = server.profile();
    return server.state() === 'ready' && profile !== null && rate(profile) <= rate(seat.profile);
  }).length;
}

const listImages = ({ first, count }: BatchPart): number[] =>
  Array.from({ length: count }, (_, index) => first + index);

/**
 * Finds the jobs that an earlier attempt has out. Those of servers that are not there, and those nobody knows any more,
 * are given up.
 */
async function adopt(
  dispatch: Dispatch,
  order: Order,
  keeper: JobKeeper,
  jobs: readonly Job[],
  wanted: readonly number[],
  signal: AbortSignal,
): Promise<{ part: BatchPart; begin: Beginning }[]> {
  const found: { part: BatchPart; begin: Beginning }[] = [];
  try {
    for (const job of jobs) {
      const server = findServer(dispatch, job);
      if (server === undefined) continue;
      const isWanted = listImages(job).every((index) => wanted.includes(index));
      const isThere = await comesBack(dispatch, server, signal);
      const profile = server.profile();
      const isSame = profile !== null && canDraw(order, profile, job);
      if (isWanted && isThere && isSame && (await isKnown(server, job.promptId, signal))) {
        const lease = dispatch.servers.keepPlace(server);
        lease.promptId = job.promptId;
        const part = { first: job.first, count: job.count };
        found.push({
          part,
          begin: { seat: { server, profile, family: familyOf(order, job), lease }, adopted: job },
        });
      } else {
        server.abandon(job.promptId, false);
        await keeper.remove(job.promptId);
      }
    }
  } catch (error) {
    // Nobody draws on with what was found: the places on its servers are free, and where nobody wants the order, the servers, too.
    for (const { begin } of found) begin.seat.lease.release();
    if (signal.aborted && !(signal.reason instanceof AttemptEnded)) {
      for (const job of jobs) findServer(dispatch, job)?.abandon(job.promptId, false);
    }
    throw error;
  }
  return found;
}

const findServer = ({ servers }: Dispatch, job: Job): ComfyServer | undefined =>
  servers.all.find(({ address }) => address.id === job.server);

/** What a job or a picture of before was drawn with; those of old name nothing, and are SDXL's. */
function familyOf({ workflow }: Order, { family }: Pick<Job, 'family'>): FamilyName | null {
  return workflow === null ? ((family as FamilyName | undefined) ?? 'sdxl') : null;
}

/** Whether a server still has what a job of an earlier attempt was built for. */
function canDraw(order: Order, profile: ServerProfile, job: Job): boolean {
  const family = familyOf(order, job);
  return family === null || findUsed(profile, family) !== null;
}

/** Waits a moment for a server: this process may have started just now. */
function comesBack(
  { servers, timing }: Dispatch,
  server: ComfyServer,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const check = () => {
      if (signal.aborted) finish(() => reject(signal.reason as Error));
      else if (server.isThere()) finish(() => resolve(true));
    };
    const timer = setTimeout(() => finish(() => resolve(server.isThere())), timing.returnMs);
    const stopListening = servers.onChange(check);
    signal.addEventListener('abort', check);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      stopListening();
      signal.removeEventListener('abort', check);
      settle();
    };
    check();
  });
}

/**
 * Puts the parts' progress together. Its step goes back only where the order waits for a server again or its model is loaded; what follows the
 * drawing is told of the last part alone.
 */
function createOrderProgress(batchSize: number, finished: number, tell: (event: OrderEvent) => void) {
  const parts = new Map<number, { count: number; percent: number; isAtWork: boolean }>();
  let highest = 0;
  let shown: AiNodeId = WAITING_NODE;
  return {
    /** @param part Null before there are any; a percent of null: not further than before. */
    tell(part: BatchPart | null, percent: number | null, nodeId: AiNodeId): void {
      const others = [...parts].filter(([first]) => first !== part?.first);
      const isWaiting = nodeId === WAITING_NODE;
      if (part !== null) {
        const before = parts.get(part.first)?.percent ?? 0;
        const isAtWork = !isWaiting && percent !== 100;
        parts.set(part.first, { count: part.count, percent: Math.max(before, percent ?? 0), isAtWork });
      }
      // An order waits when nothing of it is drawn.
      if (isWaiting && others.some(([, other]) => other.isAtWork)) return;
      const done = [...parts.values()].reduce((sum, one) => sum + one.count * one.percent, finished * 100);
      // The last percent is told when every picture is on our disk.
      highest = Math.max(highest, Math.min(99, done / batchSize));
      const drawn = others.reduce((sum, [, one]) => sum + (one.percent === 100 ? one.count : 0), finished);
      const isLast = drawn + (part?.count ?? 0) >= batchSize;
      const step = isLast || !isLater(nodeId, 'sample') ? nodeId : 'sample';
      // A model that is loaded in the middle of an order is worth going back to, when nothing else is at work.
      const isLoading = nodeId === 'load-ai-model' && !others.some(([, other]) => other.isAtWork);
      if (isWaiting || isLoading || isLater(step, shown)) shown = step;
      tell({ kind: 'progress', percent: highest, nodeId: shown });
    },
  };
}

/** Hands drawn parts on by their images' indices, whichever is done first. */
function createInOrder(wanted: readonly number[], tell: (event: OrderEvent) => void) {
  const waiting = new Map<number, DrawnPart>();
  const lost = new Set<number>();
  let next = 0;
  const handOn = (): void => {
    for (;;) {
      const index = wanted[next];
      if (index === undefined) return;
      const part = waiting.get(index);
      if (part === undefined && !lost.has(index)) return;
      next += part?.images.length ?? 1;
      if (part === undefined) continue;
      waiting.delete(index);
      tell({ kind: 'made', provenance: part.provenance });
      part.images.forEach((bytes, offset) => {
        tell({ kind: 'drawn', batchIndex: part.part.first + offset, bytes });
      });
    }
  };
  return {
    push(drawn: DrawnPart): void {
      waiting.set(drawn.part.first, drawn);
      handOn();
    },
    /** What is not there of these will not come: those after them wait no longer. */
    giveUp(images: readonly number[]): void {
      for (const index of images) lost.add(index);
      handOn();
    },
  };
}

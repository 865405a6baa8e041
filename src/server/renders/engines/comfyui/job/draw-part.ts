import { randomUUID } from 'node:crypto';
import type { AiNodeId } from '../../../../../contract/render-nodes.ts';
import type { Provenance, RenderSpec } from '../../../../../contract/render-spec.ts';
import { span } from '../../../../tracing/span.ts';
import { peerAttributes } from '../../../../tracing/trace-request.ts';
import { AttemptEnded } from '../../engine.ts';
import { findFamily, findUsed } from '../families/list-families.ts';
import type { Seat } from '../fleet/fleet.ts';
import { ServerFault } from '../fleet/server-fault.ts';
import { hashGraph, listClasses } from '../graph/describe-graph.ts';
import type { BatchPart, BuiltGraph } from '../graph/parts.ts';
import { followJob, type JobNews } from './follow-job.ts';
import type { Job, JobKeeper } from './job-handle.ts';
import { buildOrderGraph, listUsed, type Order } from './order.ts';
import { sendImages } from './send-images.ts';
import { submitJob } from './submit-job.ts';
import type { Timing } from './timing.ts';
import { createWeighing } from './weigh-progress.ts';

/** What is told while a part is drawn. */
export interface PartListener {
  /** Null: not further than before. */
  onProgress(percent: number | null, nodeId: AiNodeId): void;
  onPreview(image: Uint8Array): void;
}

/** Finished images of a part, as the server made them, in batch order. */
export interface DrawnPart {
  readonly part: BatchPart;
  readonly provenance: Provenance;
  readonly images: readonly Uint8Array[];
}

export interface PartJob {
  readonly order: Order;
  readonly seat: Seat;
  readonly part: BatchPart;
  /** A job of an earlier attempt that does this already. */
  readonly adopted: Job | null;
  /** Mark of our instance. */
  readonly instance: string;
  /** Hash of a graph that this server refused for what it lacks: it is not sent there again. */
  readonly refusedGraph: string | null;
}

/** A fault, and whether the server had taken the job by then. */
export class PartFault extends Error {
  readonly fault: ServerFault;
  readonly wasHandedIn: boolean;
  readonly graphHash: string | null;
  constructor(fault: ServerFault, wasHandedIn: boolean, graphHash: string | null) {
    super(fault.message, { cause: fault });
    this.fault = fault;
    this.wasHandedIn = wasHandedIn;
    this.graphHash = graphHash;
  }
}

/**
 * Draws images of an order with one job on one server, from sending its pictures to fetching the results. A job that
 * is not waited for any more is ended in the background.
 *
 * @throws PartFault; what `signal` aborts with.
 */
export async function drawPart(
  job: PartJob,
  keeper: JobKeeper,
  timing: Timing,
  listener: PartListener,
  signal: AbortSignal,
): Promise<DrawnPart> {
  const { order, seat, part, adopted } = job;
  const { server, family, lease } = seat;
  const promptId = adopted?.promptId ?? randomUUID();
  let isOut = adopted !== null;
  let graphHash: string | null = null;
  lease.promptId = promptId;
  try {
    listener.onProgress(null, 'send-images');
    const prepared = await order.prepared(family);
    signal.throwIfAborted();
    const draft = buildOrderGraph(order, prepared, seat, server.uploads, part);
    // An adopted job has its pictures; what it was built of is known by its hash.
    const isSame = adopted === null || adopted.graphHash === hashGraph(draft.graph);
    if (!isSame) throw new ServerFault({ kind: 'lost', detail: 'the job of the last attempt is another' });
    const built = adopted === null ? await send(job, draft, signal) : draft;
    graphHash = hashGraph(built.graph);
    if (graphHash === job.refusedGraph) throw new ServerFault(REFUSED_AGAIN);
    if (adopted === null) {
      const clientId = server.clientId();
      const { first, count } = part;
      const added = { server: server.address.id, promptId, clientId, first, count, graphHash };
      await keeper.add({ ...added, ...(family !== null && { family }) });
      signal.throwIfAborted();
      const { instance } = job;
      await submitJob(server, { promptId, clientId, graph: built.graph, instance }, signal);
      isOut = true;
    } else server.listenAs(adopted.clientId);
    const output = { node: built.output, count: part.count };
    const follow = () => followJob(server, promptId, output, timing, tellNews(built, listener), signal);
    const stored = await span('wait for pictures', peerAttributes('comfyui', server.address.base), follow);
    if (stored.length < part.count) {
      const detail = `${stored.length} of ${part.count} pictures`;
      throw new ServerFault({ kind: 'bad-answer', detail });
    }
    listener.onProgress(98, 'save');
    const images: Uint8Array[] = [];
    for (const image of stored.slice(0, part.count)) images.push(await server.http.view(image, signal));
    server.forget(promptId);
    server.lastModel = modelOf(seat);
    return { part, provenance: describe(job, built, graphHash), images };
  } catch (error) {
    if (isOut && !(signal.reason instanceof AttemptEnded)) server.abandon(promptId, false);
    await forget(keeper, promptId, signal);
    if (!(error instanceof ServerFault)) throw error;
    server.note(error.problem.kind, error.problem.detail);
    if (error.problem.kind === 'lost') server.uploads.clear();
    throw new PartFault(error, isOut, graphHash);
  }
}

const REFUSED_AGAIN = {
  kind: 'invalid',
  detail: 'the server still lacks what the graph needs',
  types: ['value_not_in_list'],
  isImageGone: false,
} as const;

/** Sends what the graph loads, and builds it anew with the names that the server gave. */
async function send(job: PartJob, draft: BuiltGraph, signal: AbortSignal): Promise<BuiltGraph> {
  const { order, seat, part } = job;
  const prepared = await order.prepared(seat.family);
  const names = await sendImages(seat.server, listUsed(prepared, draft), signal);
  return buildOrderGraph(order, prepared, seat, names, part);
}

/** An order that was cancelled, or belongs to another attempt by now, keeps nothing. */
async function forget(keeper: JobKeeper, promptId: string, signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await keeper.remove(promptId);
}

function tellNews(built: BuiltGraph, listener: PartListener): (news: JobNews) => void {
  const weigh = createWeighing(built);
  let last: { percent: number; nodeId: AiNodeId } = { percent: 2, nodeId: 'load-ai-model' };
  return (news) => {
    if (news.kind === 'queued') return listener.onProgress(null, 'wait-for-server');
    if (news.kind === 'event' && news.event.kind === 'preview') return listener.onPreview(news.event.image);
    if (news.kind === 'event') last = weigh(news.event);
    listener.onProgress(last.percent, last.nodeId);
  };
}

function describe({ order, seat, part }: PartJob, built: BuiltGraph, graphHash: string): Provenance {
  const { server, profile, family } = seat;
  return {
    server: server.address.label,
    serverVersion: profile.version,
    checkpoint: modelOf(seat) ?? '',
    models: [...built.models],
    nodeClasses: listClasses(built.graph),
    graphHash,
    leftOut: [...built.leftOut, ...(dropsNegative(order.recipe, seat) ? (['negative'] as const) : [])],
    firstImage: part.first,
    images: part.count,
    ...(family !== null && { family, licence: findFamily(family).licence }),
  };
}

/** What must not appear was told, and does not count with the family that draws; an own graph has a place for it, or none. */
function dropsNegative(recipe: RenderSpec, { profile, family }: Seat): boolean {
  if (family === null || !recipe.useNegativePrompt || recipe.negativePrompt.trim() === '') return false;
  const found = findUsed(profile, family);
  return found !== null && !findFamily(family).heedsNegative(found, recipe.quality);
}

/** File of the model that draws on a seat. */
function modelOf({ profile, family }: Seat): string | null {
  return family === null ? profile.checkpoint : (findUsed(profile, family)?.model ?? null);
}

import { AppError } from '../../../../contract/failure.ts';
import type { ContentHash } from '../../../../contract/ids.ts';
import type { RenderSpec } from '../../../../contract/render-spec.ts';
import type { PictureWorkers, Pixels } from '../../../images/pictures.ts';
import { readFiles } from '../../orders/read-files.ts';
import type { EngineContext, EngineEvent, RenderEngine } from '../engine.ts';
import type { ProductTracer } from '../hero/product-tracer.ts';
import { createChannel } from '../studio-channel.ts';
import { describeServer } from './fleet/describe-server.ts';
import { fetchProfile } from './fleet/fetch-profile.ts';
import { type ClaimPlace, createServers } from './fleet/fleet.ts';
import { readServerAddress } from './fleet/server-address.ts';
import { testServer } from './fleet/test-server.ts';
import { watchServer } from './fleet/watch-server.ts';
import { GRAPH_PIXELS } from './graph/graph-size.ts';
import type { Workflow } from './graph/parse-workflow.ts';
import { readWorkflows } from './graph/read-workflows.ts';
import type { Dispatch } from './job/dispatch.ts';
import { drawKept } from './job/draw-kept.ts';
import { toEngineFailure } from './job/engine-failure.ts';
import { listComposedFiles } from './job/list-pictures.ts';
import { openOrder } from './job/order.ts';
import { type OrderEvent, runOrder } from './job/run-order.ts';
import { TIMING, type Timing } from './job/timing.ts';

/** So many orders that no server can draw are taken up beside the others. */
const MAX_UNABLE = 32;

/** A server to look for. */
export interface ServerPlace {
  /** http or https. */
  readonly url: string;
  /** Sent with every call. */
  readonly headers: Readonly<Record<string, string>>;
  /** Somebody has named it; else it is looked for quietly, and told of once it is there. */
  readonly isExpected: boolean;
}

export interface ComfyOptions {
  readonly places: readonly ServerPlace[];
  /** Checkpoints that are used before others, by parts of their names. */
  readonly checkpointPatterns: readonly string[];
  /** Families draw whose licence does not let pictures be sold. */
  readonly allowsNonCommercial: boolean;
  /** Folder of the operator's own graphs; need not exist. */
  readonly workflowsDir: string;
  /** Tells our jobs from those of others on the same servers: the same in all workers of an instance, and secret. */
  readonly instance: string;
  /** Product version, for the recipe. */
  readonly version: string;
  readonly pictures: PictureWorkers;
  /** Null refuses orders that keep the product. */
  readonly product: ProductTracer | null;
  readonly log: (message: string, detail: string) => void;
  /** Shares the places on servers with other workers; null where there are none. */
  readonly claim: ClaimPlace | null;
  /** Shorter times, for tests. */
  readonly timing?: Partial<Timing>;
  /** That a graph works on; fewer than a model was taught at are for tests. */
  readonly graphPixels?: number;
}

/** The AI engine: pictures by ComfyUI servers, one or many, that may come and go. */
export async function createComfyEngine(options: ComfyOptions): Promise<RenderEngine> {
  const timing: Timing = { ...TIMING, ...options.timing };
  const { instance, pictures, graphPixels = GRAPH_PIXELS } = options;
  const { checkpointPatterns, allowsNonCommercial } = options;
  const preference = { checkpointPatterns, allowsNonCommercial };
  const workflows = await readWorkflows(options.workflowsDir);
  const watched = options.places.map(({ url, headers, isExpected }) => ({
    isExpected,
    server: watchServer({
      address: readServerAddress(url, headers),
      isExpected,
      instance,
      timing,
      readProfile: (http, signal) => fetchProfile(http, preference, timing, signal),
      onChange: () => servers.changed(),
      log: options.log,
    }),
  }));
  const known = () => watched.filter(({ server, isExpected }) => isExpected || server.hasBeenSeen());
  const servers = createServers(
    watched.map(({ server }) => server),
    timing,
    options.claim,
  );
  const dispatch: Dispatch = { servers, pictures, instance, timing, graphPixels };
  const findWorkflow = ({ workflow }: RenderSpec): Workflow | null =>
    workflow === undefined ? null : (workflows.usable.get(workflow) ?? null);

  return {
    name: 'comfyui',
    build: async () => ({ engine: 'comfyui', version: options.version, kernelHash: '' }),
    async check(recipe, signal) {
      if (recipe.workflow !== undefined && findWorkflow(recipe) === null)
        throw new AppError({ code: 'invalid-request', fields: { workflow: 'is not one of this instance' } });
      if (recipe.keepsProduct === undefined || options.product === null) return [];
      return options.product.check(recipe, signal);
    },
    run: (recipe, context, signal) =>
      run(dispatch, options.product, recipe, findWorkflow(recipe), context, signal),
    capacity() {
      const there = servers.all.filter((server) => server.isThere()).length;
      // Orders that wait for a server which can draw them hold up no others.
      const unable = Math.min(servers.unableOrders(), MAX_UNABLE);
      // One order is taken up all the same, so that it can say that it waits.
      return Math.max(2 * there + unable, Math.min(1, known().length));
    },
    fleet: {
      servers: () => known().map(({ server }) => describeServer(server, workflows.usable)),
      workflows: () => workflows.reports,
      onChange: servers.onChange,
      test: (serverId, signal) => testServer(dispatch, serverId, signal),
    },
    async close() {
      await Promise.all(servers.all.map((server) => server.close()));
    },
  };
}

type Told =
  | Exclude<OrderEvent, { kind: 'preview' }>
  /** Whoever comes to it takes the newest. */
  | { readonly kind: 'preview' }
  | { readonly kind: 'failed'; readonly error: Error };

async function* run(
  dispatch: Dispatch,
  product: ProductTracer | null,
  recipe: RenderSpec,
  workflow: Workflow | null,
  context: EngineContext,
  signal: AbortSignal,
): AsyncGenerator<EngineEvent, void, undefined> {
  signal.throwIfAborted();
  if (recipe.workflow !== undefined && workflow === null) throw new AppError({ code: 'engine-refused' });
  const readFile = (hash: ContentHash) => context.readFile(hash);
  const left = new AbortController();
  const either = AbortSignal.any([signal, left.signal]);
  const channel = createChannel<Told>();
  const onAbort = () => channel.fail(abortError());
  signal.addEventListener('abort', onAbort, { once: true });
  /** Of pictures that came and cannot be used: the others are made all the same. */
  const failures: AppError[] = [];
  let preview: EngineEvent | null = null;
  const tell = (event: OrderEvent) => {
    if (event.kind !== 'preview') return channel.push(event);
    if (preview === null) channel.push({ kind: 'preview' });
    preview = event;
  };
  const draw = (): Promise<void> => {
    if (recipe.keepsProduct !== undefined) return drawKept(dispatch, product, recipe, context, tell, either);
    const order = openOrder(dispatch, recipe, workflow, readFile, either);
    return runOrder(dispatch, order, context, tell, either);
  };
  draw().then(
    channel.close,
    // After the images that are there: they are kept.
    (error: Error) => {
      channel.push({ kind: 'failed', error });
      channel.close();
    },
  );
  try {
    for await (const event of channel.values()) {
      if (event.kind === 'failed') throw failures[0] ?? event.error;
      if (event.kind === 'preview') {
        const newest = preview;
        preview = null;
        if (newest !== null) yield newest;
      } else if (event.kind !== 'drawn') yield event;
      else {
        const composing = compose(dispatch.pictures, event.bytes, recipe, readFile, signal);
        const picture = await unlessAborted(composing, signal).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          failures.push(error);
          return null;
        });
        if (picture !== null) yield { kind: 'image', batchIndex: event.batchIndex, ...picture };
      }
    }
    if (failures[0] !== undefined) throw failures[0];
    yield { kind: 'progress', percent: 100, nodeId: 'save' };
  } finally {
    signal.removeEventListener('abort', onAbort);
    left.abort(signal.aborted ? signal.reason : abortError());
  }
}

async function compose(
  pictures: PictureWorkers,
  bytes: Uint8Array,
  recipe: RenderSpec,
  readFile: EngineContext['readFile'],
  signal: AbortSignal,
): Promise<Pixels> {
  const work = pictures.workFor({ lane: 'finished', caller: 'comfyui', signal });
  const readAll = () => readFiles(listComposedFiles(recipe), readFile);
  return work.composeResult(bytes, recipe, readAll).catch(toEngineFailure);
}

function abortError(): Error {
  return new DOMException('The render was cancelled', 'AbortError');
}

/** What is under way ends by itself, and nobody hears of it. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(abortError());
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

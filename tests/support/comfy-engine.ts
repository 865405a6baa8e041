import { join } from 'node:path';
import sharp from 'sharp';
import { test as base } from 'vitest';
import type { ContentHash } from '../../src/contract/ids.ts';
import type { RenderSpec } from '../../src/contract/render-spec.ts';
import { createComfyEngine } from '../../src/server/renders/engines/comfyui/comfyui.ts';
import type { ClaimPlace } from '../../src/server/renders/engines/comfyui/fleet/fleet.ts';
import type { Timing } from '../../src/server/renders/engines/comfyui/job/timing.ts';
import type { EngineContext, EngineEvent, RenderEngine } from '../../src/server/renders/engines/engine.ts';
import type { ProductTracer } from '../../src/server/renders/engines/hero/product-tracer.ts';
import { hashOf, makeRecipe } from './ai-recipe.ts';
import { type FakeComfy, startFakeComfy } from './fake-comfyui/start-fake-comfy.ts';
import { pictureDesk } from './picture-desk.ts';

/** The engine's times, for a server that is near. */
const QUICK: Timing = {
  connectMs: 10_000,
  getMs: 10_000,
  infoMs: 10_000,
  uploadMs: 20_000,
  promptMs: 10_000,
  viewMs: 20_000,
  pollMs: 30,
  profileMs: 300_000,
  refusedProfileMs: 100,
  retryMinMs: 20,
  retryMaxMs: 100,
  pingMs: 20_000,
  socketCloseMs: 200,
  quietSocketMs: 30_000,
  silenceMs: 60_000,
  refusedMs: 500,
  returnMs: 20_000,
  unreachableMs: 5_000,
  slowMs: 10_000,
  historyMs: 20,
  signMs: 60_000,
  queuedSignMs: 100,
  previewMs: 5,
  cancelMs: 30,
  lateArrivalMs: 500,
};

/** Small pictures of an order: a grey box on the stage. */
const PX = 64;
/** Side of what a graph works on: a megapixel takes every test a second more. */
const GRAPH_PX = 128;
const BOX = { left: 16, top: 16, width: 32, height: 32 };
const files = new Map<ContentHash, Uint8Array>();

/** A file that orders may name. */
export function keepFile(bytes: Uint8Array): ContentHash {
  files.set(hashOf(bytes), bytes);
  return hashOf(bytes);
}

/** A file of an order that was made here. @throws Error for any other. */
export async function readKept(hash: ContentHash): Promise<Uint8Array> {
  const bytes = files.get(hash);
  if (bytes === undefined) throw new Error(`no file ${hash}`);
  return bytes;
}

/** A small order without style, materials and background picture; its files are there. */
export async function makeSmallOrder(changes: Partial<RenderSpec> = {}): Promise<RenderSpec> {
  const keep = async (name: string, box: string, rest: string) => {
    const inner = { create: { ...BOX, channels: 3 as const, background: box } };
    const picture = sharp({ create: { width: PX, height: PX, channels: 3, background: rest } });
    const bytes = await picture
      .composite([{ input: inner, left: BOX.left, top: BOX.top }])
      .png()
      .toBuffer();
    files.set(hashOf(name), bytes);
    return hashOf(name);
  };
  const passes = {
    snapshot: await keep('snapshot', '#808080', '#f0f0f0'),
    outline: await keep('outline', '#ffffff', '#000000'),
    depth: await keep('depth', '#c0c0c0', '#000000'),
    normal: null,
    alpha: await keep('alpha', '#ffffff', '#000000'),
    lightmap: null,
  };
  const background = { kind: 'colour', colour: '#336699' } as const;
  return makeRecipe({
    style: null,
    background,
    passes,
    widthPx: PX,
    heightPx: PX,
    quality: 'draft',
    ...changes,
  });
}

/** One attempt at an order, as it goes on. */
export interface Attempt {
  /** What it has told by now. */
  readonly events: EngineEvent[];
  readonly ended: Promise<EngineEvent[]>;
  /** Handles it has left, the last one last. */
  readonly handles: (string | null)[];
  abort(reason?: Error): void;
  /** Resolves with the first event that fits, also with one that was told already. */
  event<Kind extends EngineEvent['kind']>(
    kind: Kind,
    fits?: (event: Extract<EngineEvent, { kind: Kind }>) => boolean,
  ): Promise<Extract<EngineEvent, { kind: Kind }>>;
}

export interface TestComfy {
  readonly engine: RenderEngine;
  start(
    recipe: RenderSpec,
    context?: Partial<Pick<EngineContext, 'handle' | 'finished' | 'madeBefore'>>,
  ): Attempt;
  /** Resolves when what the engine tells of its servers fits. */
  seen(fits: (engine: RenderEngine) => boolean): Promise<void>;
}

/** The real engine on servers of the test's, with short times. */
export async function openTestComfy(
  urls: readonly string[],
  options: {
    readonly timing?: Partial<Timing>;
    readonly isExpected?: boolean;
    readonly headers?: Record<string, string>;
    readonly instance?: string;
    readonly workflowsDir?: string;
    readonly product?: ProductTracer;
    readonly allowsNonCommercial?: boolean;
    readonly log?: (message: string, detail: string) => void;
    readonly claim?: ClaimPlace;
  } = {},
): Promise<TestComfy> {
  const { isExpected = true, headers = {} } = options;
  const engine = await createComfyEngine({
    places: urls.map((url) => ({ url, headers, isExpected })),
    checkpointPatterns: [],
    allowsNonCommercial: options.allowsNonCommercial ?? false,
    workflowsDir: options.workflowsDir ?? join(import.meta.dirname, 'no-such-folder'),
    instance: options.instance ?? 'an instance',
    version: '1.2.3',
    pictures: pictureDesk,
    product: options.product ?? null,
    log: options.log ?? (() => {}),
    claim: options.claim ?? null,
    timing: { ...QUICK, ...options.timing },
    graphPixels: GRAPH_PX ** 2,
  });
  return {
    engine,
    start: (recipe, context = {}) => startAttempt(engine, recipe, context),
    seen: (fits) =>
      new Promise((resolve) => {
        const check = () => {
          if (!fits(engine)) return;
          stop();
          resolve();
        };
        const stop = engine.fleet?.onChange(check) ?? (() => {});
        check();
      }),
  };
}

function startAttempt(
  engine: RenderEngine,
  recipe: RenderSpec,
  {
    handle = null,
    finished = new Set(),
    madeBefore = [],
  }: Partial<Pick<EngineContext, 'handle' | 'finished' | 'madeBefore'>>,
): Attempt {
  const aborting = new AbortController();
  const events: EngineEvent[] = [];
  const handles: (string | null)[] = [];
  const waiting = new Set<() => void>();
  const context: EngineContext = {
    handle,
    finished,
    madeBefore,
    readFile: readKept,
    async keepHandle(kept) {
      handles.push(kept);
    },
  };
  const ended = (async () => {
    for await (const event of engine.run(recipe, context, aborting.signal)) {
      events.push(event);
      for (const check of [...waiting]) check();
    }
    return events;
  })();
  ended.catch(() => {});
  return {
    events,
    ended,
    handles,
    abort: (reason) => aborting.abort(reason),
    event: (kind, fits = () => true) =>
      new Promise((resolve, reject) => {
        type Told = Extract<EngineEvent, { kind: typeof kind }>;
        const check = () => {
          const found = events.find((event): event is Told => event.kind === kind && fits(event as Told));
          if (found === undefined) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
        ended.then(
          () => reject(new Error(`it ended without ${kind}`)),
          (error: Error) => reject(error),
        );
      }),
  };
}

/** Servers and engines of one test, ended together. */
export function createComfyStage() {
  const fakes: FakeComfy[] = [];
  const engines: TestComfy[] = [];
  return {
    async fake(...options: Parameters<typeof startFakeComfy>): Promise<FakeComfy> {
      const fake = await startFakeComfy(...options);
      fakes.push(fake);
      return fake;
    },
    async open(...options: Parameters<typeof openTestComfy>): Promise<TestComfy> {
      const comfy = await openTestComfy(...options);
      engines.push(comfy);
      return comfy;
    },
    async close(): Promise<void> {
      for (const { engine } of engines.splice(0)) await engine.close();
      for (const fake of fakes.splice(0)) await fake.kill();
    },
  };
}

/** Tests that wait more than they work: several at once, each with a stage of its own. */
export const stageTest = base.extend<{ readonly stage: ReturnType<typeof createComfyStage> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
  stage: async ({}, use) => {
    const stage = createComfyStage();
    await use(stage);
    await stage.close();
  },
}).concurrent;

/** Events of one kind. */
export function eventsOf<Kind extends EngineEvent['kind']>(
  events: readonly EngineEvent[],
  kind: Kind,
): Extract<EngineEvent, { kind: Kind }>[] {
  return events.filter((event): event is Extract<EngineEvent, { kind: Kind }> => event.kind === kind);
}

/** True when so many servers can take orders. */
export const ready =
  (count: number) =>
  ({ fleet }: RenderEngine): boolean =>
    fleet?.servers().filter(({ state }) => state === 'ready').length === count;

import sharp from 'sharp';
import type { EngineName } from '../../src/contract/engine-name.ts';
import type { EngineServer } from '../../src/contract/http/engines.ts';
import type { KeptProduct } from '../../src/contract/http/renders.ts';
import type { Provenance, RenderSpec, RenderWarning } from '../../src/contract/render-spec.ts';
import type { EngineEvent, RenderEngine } from '../../src/server/renders/engines/engine.ts';

/** An engine for tests of everything around engines: flat pictures, at once, or when the test says so. */
export interface TestEngine extends RenderEngine {
  /** Servers that the engine says to have; its fleet is null for the built-in one. */
  reports: EngineServer[];
  /** What {@link RenderEngine.capacity} says. */
  size: number;
  /** Tells those who listen that the servers have changed. */
  changed(): void;
  /** Servers that were tested. */
  readonly tests: string[];
  /** What a run says that it was made with, before its images. */
  provenance: Provenance | null;
  /** What a run warns of, before its images. */
  warnings: RenderWarning[];
  /** How it kept the product of an image; null: it painted the product as well. */
  keptProduct: (batchIndex: number) => KeptProduct | null;
  /** Left with an order by every run, and what the last run found. */
  readonly handles: (string | null)[];
  /** What each run was told that pictures before it were made with. */
  readonly madeBefore: (readonly Provenance[])[];
  /** Names an order is refused with. */
  untraceable: string[];
  /** What the next runs fail with, before their first image. */
  failure: Error | null;
  /** Recipes that were run, in order. */
  readonly runs: RenderSpec[];
  /** How many runs an abort has ended. */
  aborted: number;
  /** From now on every run stops before image `batchIndex` until released. */
  hold(batchIndex?: number): Gate;
}

export interface Gate {
  /** Resolves when a run has come to the gate. */
  readonly reached: Promise<void>;
  release(): void;
}

/** Pictures of one colour that follows from seed and background; equal recipes give equal bytes. */
export function createTestEngine(name: EngineName = 'studio'): TestEngine {
  const listeners = new Set<() => void>();
  let gate: { batchIndex: number; arrive: () => void; open: Promise<void> } | null = null;
  const engine: TestEngine = {
    name,
    reports: [],
    size: 1,
    changed() {
      for (const tell of listeners) tell();
    },
    tests: [],
    provenance: null,
    warnings: [],
    keptProduct: () => null,
    handles: [],
    madeBefore: [],
    untraceable: [],
    failure: null,
    runs: [],
    aborted: 0,
    hold(batchIndex = 0) {
      let arrive = () => {};
      let release = () => {};
      const reached = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const open = new Promise<void>((resolve) => {
        release = resolve;
      });
      gate = { batchIndex, arrive, open };
      return {
        reached,
        release() {
          gate = null;
          release();
        },
      };
    },
    build: async () => ({ engine: name, version: 'test', kernelHash: 'test' }),
    check: async () => engine.untraceable,
    async *run(recipe, context, signal): AsyncGenerator<EngineEvent> {
      engine.runs.push(recipe);
      engine.handles.push(context.handle);
      engine.madeBefore.push(context.madeBefore);
      await context.keepHandle(`run ${engine.runs.length}`);
      await context.readFile(recipe.scene.modelHash);
      const { widthPx, heightPx, batchSize } = recipe;
      yield { kind: 'progress', percent: 10, nodeId: 'path-trace' };
      if (engine.provenance !== null) yield { kind: 'made', provenance: engine.provenance };
      for (const warning of engine.warnings) yield { kind: 'warned', warning };
      for (let batchIndex = 0; batchIndex < batchSize; batchIndex++) {
        if (engine.failure !== null) throw engine.failure;
        const rgba = paint(recipe, batchIndex);
        yield { kind: 'preview', rgba, widthPx, heightPx };
        if (gate !== null && gate.batchIndex === batchIndex) {
          gate.arrive();
          await openOrAborted(gate.open, signal).catch((error: unknown) => {
            engine.aborted += 1;
            throw error;
          });
        }
        if (context.finished.has(batchIndex)) continue;
        const keptProduct = engine.keptProduct(batchIndex);
        if (keptProduct === null) {
          yield { kind: 'image', batchIndex, rgba, widthPx, heightPx };
          continue;
        }
        const raw = { width: widthPx, height: heightPx, channels: 4 } as const;
        const png = new Uint8Array(await sharp(rgba, { raw }).removeAlpha().png().toBuffer());
        const small = { rgba, widthPx, heightPx };
        yield { kind: 'encoded', batchIndex, png, widthPx, heightPx, small, keptProduct };
      }
    },
    capacity: () => engine.size,
    fleet:
      name === 'studio'
        ? null
        : {
            servers: () => engine.reports,
            workflows: () => [
              { name: 'house', error: null },
              { name: 'broken', error: 'It has no result.' },
            ],
            onChange(listener) {
              listeners.add(listener);
              return () => listeners.delete(listener);
            },
            async test(serverId) {
              engine.tests.push(serverId);
              if (engine.failure !== null) throw engine.failure;
            },
          },
    close: async () => {},
  };
  return engine;
}

function paint(recipe: RenderSpec, batchIndex: number): Uint8Array {
  const seed = Number(BigInt(recipe.seed) + BigInt(batchIndex));
  const colour =
    recipe.background.kind === 'colour' ? Number.parseInt(recipe.background.colour.slice(1), 16) : 0;
  const pixel = [seed & 255, (seed >> 8) & 255, colour & 255, 255];
  return Uint8Array.from({ length: recipe.widthPx * recipe.heightPx * 4 }, (_, i) => pixel[i % 4] ?? 0);
}

async function openOrAborted(open: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')), { once: true });
    void open.then(resolve);
  });
}

/** A server of an engine that is ready, as a worker reports it. */
export function readyServer(id: string, changes: Partial<EngineServer> = {}): EngineServer {
  return {
    id: id.repeat(16).slice(0, 16),
    engine: 'comfyui',
    label: `gpu-${id}:8188`,
    state: 'ready',
    level: 'full',
    version: '0.3.64',
    devices: [],
    checkpoint: 'xl.safetensors',
    checkpoints: ['xl.safetensors'],
    can_upscale: false,
    jobs: { ours: 0, foreign: 0 },
    missing: [],
    families: [],
    workflows_lacking: {},
    errors: [],
    ...changes,
  };
}

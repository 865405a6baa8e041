import type { RenderSpec } from '../../src/contract/render-spec.ts';
import type { EngineEvent, RenderEngine } from '../../src/server/renders/engines/engine.ts';

/** An engine for tests of everything around engines: flat pictures, at once, or when the test says so. */
export interface TestEngine extends RenderEngine {
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
export function createTestEngine(): TestEngine {
  let gate: { batchIndex: number; arrive: () => void; open: Promise<void> } | null = null;
  const engine: TestEngine = {
    name: 'studio',
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
    build: async () => ({ engine: 'studio', version: 'test', kernelHash: 'test' }),
    check: async () => engine.untraceable,
    async *run(recipe, context, signal): AsyncGenerator<EngineEvent> {
      engine.runs.push(recipe);
      await context.readFile(recipe.scene.modelHash);
      const { widthPx, heightPx, batchSize } = recipe;
      yield { kind: 'progress', percent: 10, nodeId: 'path-trace' };
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
        yield { kind: 'image', batchIndex, rgba, widthPx, heightPx };
      }
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

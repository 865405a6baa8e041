import type { Page } from 'playwright';
import type { CapturedPasses, ViewerApi } from '../../src/contract/viewer-api.ts';

/** What a viewer itself says of its stage, so that two stages can be told apart by name before they are by pixels. */
export interface ViewerFacts {
  /** To a thousandth of a stage unit. */
  readonly camera: { readonly position: readonly number[]; readonly target: readonly number[] };
  /** The parts that its picture shows, as their colours in the pass of ids. */
  readonly parts: readonly string[];
  /** Of the canvas on the page, CSS pixels. */
  readonly size: readonly number[];
}

const SIDE_PX = 128;

/** Where the camera rests by what the page keeps of it, wherever its viewer draws; null before it was moved. */
export async function rememberedCamera(page: Page): Promise<ViewerFacts['camera'] | null> {
  const text = await page.evaluate(() => localStorage.getItem('arcball_view0'));
  const { cameraPosition, target } = JSON.parse(text ?? '{}');
  if (!cameraPosition || !target) return null;
  const [position, aim] = [cameraPosition, target].map(({ x, y, z }) => [x, y, z].map((at) => round(at)));
  return { position: position!, target: aim! };
}

/** Null while there is no viewer in a worker that answers, or its stage is empty. */
export async function viewerFacts(page: Page): Promise<ViewerFacts | null> {
  try {
    const { position, target } = await ask(page, 'camera', []);
    const pose = await ask(page, 'camera', []);
    const passes = await ask(page, 'capturePasses', [pose, SIDE_PX, SIDE_PX, ['ids']]);
    const parts = partsOf(passes.ids as unknown as readonly number[] | null);
    const box = await page.locator('canvas').boundingBox();
    const camera = { position: position.map(round), target: target.map(round) };
    return parts === null ? null : { camera, parts, size: [box?.width ?? 0, box?.height ?? 0] };
  } catch {
    return null;
  }
}

type Answers = { camera: Awaited<ReturnType<ViewerApi['camera']>>; capturePasses: CapturedPasses };

/** Calls the viewer in its worker as the page does: this is what Comlink writes. Buffers come back as numbers. */
async function ask<Method extends keyof Answers>(
  page: Page,
  method: Method,
  args: readonly unknown[],
): Promise<Answers[Method]> {
  const worker = page.workers().find((one) => one.url().includes('viewer-worker'));
  if (worker === undefined) throw new Error('no viewer in a worker');
  const answer = worker.evaluate(
    ([name, values]) =>
      new Promise((resolve, reject) => {
        const id = `facts-${Math.random()}`;
        const post = globalThis.postMessage;
        globalThis.postMessage = ((
          message: { id?: string; value?: { kind: string; value: unknown } },
          ...rest: []
        ) => {
          if (message?.id !== id) return post.call(globalThis, message, ...rest);
          globalThis.postMessage = post;
          const { kind, value } = message.value ?? {};
          if (kind !== 'value') return reject(new Error(kind));
          const ids = (value as { ids?: ArrayBuffer | null }).ids;
          resolve(ids instanceof ArrayBuffer ? { ids: [...new Uint32Array(ids)] } : value);
        }) as typeof post;
        const argumentList = [name, values].map((each) => ({ type: 'RAW', value: each }));
        const data = { id, type: 'APPLY', path: ['call'], argumentList };
        globalThis.dispatchEvent(new MessageEvent('message', { data }));
      }),
    [method, args] as const,
  );
  return (await answer) as Answers[Method];
}

function partsOf(ids: readonly number[] | null): string[] | null {
  if (ids === null) return null;
  return [...new Set(ids)].map((id) => id.toString(16)).sort();
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000 + 0;
}

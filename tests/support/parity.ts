import type { Page } from 'playwright';
import type { RenderSpec } from '../../src/contract/render-spec.ts';
import type { Environment } from '../../src/contract/scene/environment.ts';
import type { TestBrowser } from './browser.ts';
import type { Pixels } from './pixels.ts';
import { traceAsStaged } from './trace-as-staged.ts';
import { buildKernel } from './trace-host.ts';
import { base64, captureOf, openViewerPage, openViewerTests } from './viewer-page.ts';

/** Sides of both pictures: enough for shares of their pixels, and a third of the cost of 128 more. */
export const PARITY_PX = 96;

/** A stage, and Studio for pictures of what stands there. */
export interface Parity {
  readonly tests: TestBrowser;
  readonly page: Page;
  /** sRGB; what stands behind the product in both. */
  readonly background: string;
}

/** What is set up in both alike. What is not said is as a new stage has it. */
export interface ParityScene
  extends Pick<RenderSpec['scene'], 'floor' | 'lightRig' | 'shadowIntensity' | 'fileLights'> {
  readonly environment?: Environment | null;
  /** Of an environment that is a picture: its pixels for the stage, its file for Studio. */
  readonly panorama?: {
    readonly widthPx: number;
    readonly heightPx: number;
    readonly rgba: Uint8Array;
    readonly png: Uint8Array;
  };
}

export type Staged = { readonly stage: Pixels; readonly ids: Pixels };
export type Both = Staged & { readonly picture: Pixels };

export async function openParity(background: string): Promise<Parity> {
  buildKernel();
  const tests = await openViewerTests();
  const page = await openViewerPage(tests);
  await page.evaluate(
    (colour) => window.harness.viewer.api.setBackground({ kind: 'colour', colour }),
    background,
  );
  return { tests, page, background };
}

/** Shows a model, in the file's own frame, from a place that looks at the origin. */
export async function showFrom({ page }: Parity, glb: Uint8Array, from: readonly number[]): Promise<void> {
  await page.evaluate(
    async ([model, at]) => {
      await window.harness.show(model);
      await window.harness.look([...at]);
    },
    [base64(glb), from] as const,
  );
}

/** What the stage shows once it is set up so. */
export async function stageOf({ page }: Parity, scene: ParityScene): Promise<Staged> {
  const { floor = null, lightRig: rig = null, shadowIntensity = 1, fileLights = null } = scene;
  const { environment = null, panorama } = scene;
  const picture = panorama && {
    widthPx: panorama.widthPx,
    heightPx: panorama.heightPx,
    rgba: [...panorama.rgba],
  };
  await page.evaluate(
    async ([laid, own, shadow, lights, around, drawn]) => {
      const { api } = window.harness.viewer;
      if (laid !== null) await api.setFloor(laid);
      if (lights !== null) await api.setFileLights(lights);
      const read = drawn && { ...drawn, rgba: Uint8Array.from(drawn.rgba) };
      await api.setEnvironment(around === null ? null : { environment: around, picture: read });
      await api.setLighting({ lighting: 'studio', creativity: 0, seed: 0, rig: own });
      await api.setShadow(shadow);
    },
    [floor, rig, shadowIntensity, fileLights, environment, picture ?? null] as const,
  );
  const { snapshot, ids } = await captureOf(page, ['snapshot', 'ids'], PARITY_PX);
  if (snapshot === null || ids === null) throw new Error('nothing was drawn');
  return { stage: snapshot, ids };
}

/** What Studio makes of it, from where the stage is looked at. */
export function pictureOf(
  { page, background }: Parity,
  glb: Uint8Array,
  scene: ParityScene,
): Promise<Pixels> {
  const { panorama, ...told } = scene;
  const order = { background: { kind: 'colour', colour: background }, scene: told } as const;
  return traceAsStaged(page, glb, PARITY_PX, order, panorama === undefined ? [] : [panorama.png]);
}

/** Both, of a model that is seen from a place. */
export async function bothOf(
  parity: Parity,
  glb: Uint8Array,
  from: readonly number[],
  scene: ParityScene,
): Promise<Both> {
  await showFrom(parity, glb, from);
  return { ...(await stageOf(parity, scene)), picture: await pictureOf(parity, glb, scene) };
}

const NEXT = [-1, 0, 1];

/** Places of the product, a pixel away from its outline: half of a pixel is something else. */
export const isProductAt =
  ({ ids }: Pick<Staged, 'ids'>) =>
  (x: number, y: number): boolean =>
    NEXT.every((d) => ids.at(x + d, y)[0] > 0 && ids.at(x, y + d)[0] > 0);

/** Places around it, so many pixels away. */
export const isAroundAt =
  ({ ids }: Pick<Staged, 'ids'>, away = 1) =>
  (x: number, y: number): boolean =>
    NEXT.every((d) => ids.at(x + away * d, y)[0] === 0 && ids.at(x, y + away * d)[0] === 0);

/** The value below which a share of sorted ones is. */
export const shareOf = (found: readonly number[], share: number): number =>
  found[Math.floor(found.length * share)] ?? Number.NaN;

/** Of the places that count, those that are darker than half way from the brightest to the darkest. */
export function shadowOf(pixels: Pixels, counts: (x: number, y: number) => boolean): Set<number> {
  const light = new Map<number, number>();
  for (let y = 0; y < PARITY_PX; y++)
    for (let x = 0; x < PARITY_PX; x++) if (counts(x, y)) light.set(y * PARITY_PX + x, pixels.at(x, y)[1]);
  const sorted = [...light.values()].sort((a, b) => a - b);
  const half = (shareOf(sorted, 0.005) + shareOf(sorted, 0.7)) / 2;
  return new Set([...light].filter(([, value]) => value < half).map(([at]) => at));
}

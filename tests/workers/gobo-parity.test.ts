import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GoboPattern, LightRig, RigLight } from '../../src/contract/scene/light-rig.ts';
import { makeBoxes } from '../support/box-model.ts';
import type { TestBrowser } from '../support/browser.ts';
import { differencesOf } from '../support/compare-pictures.ts';
import type { Pixels } from '../support/pixels.ts';
import { traceAsStaged } from '../support/trace-as-staged.ts';
import { buildKernel } from '../support/trace-host.ts';
import { base64, captureOf, openViewerPage, openViewerTests } from '../support/viewer-page.ts';

const SIZE = 128;
/** CIEDE2000: the median, and what nine of ten pixels keep. Without the patterns it is 7 to 28. */
const MAX = { median: 4, most: 6 };
/** Nothing throws light on it, which the stage does not know. */
const WALL = makeBoxes([{ size: [10, 8, 0.2], centre: [0, 0, 0] }]);
const PLATE = makeBoxes([{ size: [10, 0.2, 10], centre: [0, 0, 0] }]);

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  buildKernel();
  tests = await openViewerTests();
  page = await openViewerPage(tests);
  await page.evaluate(() => window.harness.viewer.api.setBackground({ kind: 'colour', colour: '#404040' }));
});
afterAll(() => tests.close());

function rigOf(pattern: GoboPattern, changes: Partial<RigLight> = {}, softness = 0.1): LightRig {
  const light: RigLight = {
    id: 'key',
    role: 'window',
    shape: 'rectangle',
    azimuthDegrees: 30,
    elevationDegrees: 35,
    distance: 4,
    width: 0.4,
    height: 0.4,
    kelvin: 5_600,
    intensity: 1,
    isOn: true,
    gobo: { pattern, softness },
    ...changes,
  };
  return { name: '', preset: null, lights: [light], soloId: null, surroundings: 0.3, level: 1 };
}

const light = (rig: LightRig) =>
  page.evaluate(
    (own) => window.harness.viewer.api.setLighting({ lighting: 'studio', creativity: 0, seed: 0, rig: own }),
    rig,
  );

async function shoot(
  glb: Uint8Array,
  rig: LightRig,
  from: readonly number[],
): Promise<{ stage: Pixels; picture: Pixels; ids: Pixels }> {
  await page.evaluate(
    async ([shown, at]) => {
      await window.harness.show(shown);
      await window.harness.look([...at]);
    },
    [base64(glb), from] as const,
  );
  await light(rig);
  const { snapshot, ids } = await captureOf(page, ['snapshot', 'ids'], SIZE);
  if (snapshot === null || ids === null) throw new Error('nothing was drawn');
  const background = { kind: 'colour', colour: '#404040' } as const;
  const picture = await traceAsStaged(page, glb, SIZE, { background, scene: { lightRig: rig } });
  return { stage: snapshot, ids, picture };
}

test.each([
  ['window', WALL, {}, 0.1, [0, 0, 16]],
  ['blinds', WALL, {}, 0.1, [0, 0, 16]],
  ['leaves', PLATE, {}, 0.1, [0, 12, 12]],
  // As large and as soft as a person may make it, from the side, and turned with the camera.
  ['blinds', WALL, { width: 2, height: 1 }, 0.4, [6, 4, 15]],
  ['leaves', WALL, { shape: 'octagon', azimuthDegrees: -50 }, 0.8, [-5, 6, 15]],
] as const)(
  'the shadow of %s lies on the stage as in the picture',
  async (pattern, glb, changes, softness, from) => {
    const { stage, picture, ids } = await shoot(glb, rigOf(pattern, changes, softness), from);
    const isProduct = (x: number, y: number): boolean =>
      [-1, 0, 1].every((d) => ids.at(x + d, y)[0] > 0 && ids.at(x, y + d)[0] > 0);
    const own = differencesOf(stage, picture, isProduct);
    const at = (share: number, all = own) => all[Math.floor(all.length * share)] ?? Number.NaN;
    expect(at(0.5)).toBeLessThanOrEqual(MAX.median);
    expect(at(0.9)).toBeLessThanOrEqual(MAX.most);
    await light(rigOf('none', changes));
    const { snapshot } = await captureOf(page, ['snapshot'], SIZE);
    if (snapshot === null) throw new Error('nothing was drawn');
    expect(at(0.9, differencesOf(snapshot, picture, isProduct))).toBeGreaterThan(MAX.most);
  },
);

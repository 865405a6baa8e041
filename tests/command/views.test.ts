import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CameraPose, RenderSpec } from '../../src/contract/render-spec.ts';
import { HELPER_VIEWS } from '../../src/contract/stage.ts';
import { makeTurned } from '../support/box-model.ts';
import type { TestBrowser } from '../support/browser.ts';
import { base64, openViewerPage, openViewerTests } from '../support/viewer-page.ts';
import { openVitrine, type Vitrine } from '../support/vitrine.ts';

/** Stage units: the stage measures in single precision what is counted in double here. */
const EXACT = 5;
const GLB = makeTurned(
  [
    [0, 0],
    [1.7, 0.3],
    [0.4, 3.1],
    [0, 4],
  ],
  'y',
);

let vitrine: Vitrine;
let tests: TestBrowser;
let page: Page;
let folder: string;
beforeAll(async () => {
  vitrine = await openVitrine();
  tests = await openViewerTests();
  page = await openViewerPage(tests);
  folder = await mkdtemp(join(tmpdir(), 'vitrine-views-'));
  await writeFile(join(folder, 'vase.glb'), GLB);
});
afterAll(async () => {
  await tests.close();
  await rm(folder, { recursive: true, force: true });
});

async function recipeOf(view: string): Promise<RenderSpec> {
  const options = ['--size', '64', '--quality', 'draft', '--view', view, '--out', 'vase.png'];
  expect(await vitrine.run(['render', 'vase.glb', ...options], folder)).toMatchObject({ code: 0 });
  return RenderSpec.parse(JSON.parse((await vitrine.run(['recipe', 'vase.png'], folder)).stdout));
}

function expectSame(here: CameraPose, there: CameraPose): void {
  for (const part of ['position', 'target', 'up', 'quaternion'] as const) {
    for (const [k, value] of here[part].entries())
      expect(value).toBeCloseTo(there[part][k] ?? Number.NaN, EXACT);
  }
  expect(here.fovDegrees).toBe(there.fovDegrees);
}

test('views are seen from where the stage of the app goes for them', async () => {
  const first = await recipeOf('three-quarter');
  const shown = [base64(GLB), first.scene.normalisation] as const;
  const hero = await page.evaluate(async ([glb, normalisation]) => {
    await window.harness.show(glb, { normalisation });
    return window.harness.viewer.api.fitCamera(0, 'hero');
  }, shown);
  expectSame(first.camera, hero);
  for (const view of HELPER_VIEWS) {
    const { camera } = await recipeOf(view);
    const there = await page.evaluate(async (name) => {
      await window.harness.viewer.api.goToHelperView(name, 0);
      return window.harness.viewer.api.camera();
    }, view);
    expectSame(camera, there);
  }
});

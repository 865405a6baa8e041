import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeBrokenDraco,
  makeBrokenMeshopt,
  makeSourceless,
  makeSquare,
} from '../../support/broken-models.ts';
import type { TestBrowser } from '../../support/browser.ts';
import {
  base64,
  openViewerPage,
  openViewerTests,
  STAGE_PX,
  screenOf,
  showModel,
} from '../../support/viewer-page.ts';

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  tests = await openViewerTests();
  page = await openViewerPage(tests);
});
afterAll(() => tests.close());

test('a model opens without the textures that have no picture, and each is named once', async () => {
  const report = await page.evaluate((model) => window.harness.show(model), base64(makeSourceless()));
  expect(report?.triangleCount).toBe(2);
  expect(report?.unreadableImages).toHaveLength(2);
  expect(report?.unreadableImages).toEqual(
    expect.arrayContaining([
      { name: 'Film', materials: ['Oak'] },
      { name: '', materials: ['Oak'] },
    ]),
  );
});

test('a part whose picture of its glow is not there does not glow all over', async () => {
  const black = { baseColorFactor: [0, 0, 0, 1], metallicFactor: 1, roughnessFactor: 1 };
  const brightness = async (glow: object) => {
    const glb = makeSquare({
      node: { scale: [6, 6, 6], translation: [-3, -3, 0] },
      images: [{ uri: 'glow.png' }],
      materials: [{ pbrMetallicRoughness: black, emissiveFactor: [1, 1, 1], ...glow }],
    });
    await showModel(page, glb);
    const { at } = await screenOf(page);
    return Math.max(...at(STAGE_PX / 2, STAGE_PX / 2));
  };
  expect(await brightness({})).toBeGreaterThan(150);
  expect(await brightness({ emissiveTexture: { index: 0 } })).toBeLessThan(60);
});

test('a file of nodes without a scene is shown whole', async () => {
  const report = await page.evaluate(
    (model) => window.harness.show(model),
    base64(makeSquare({ scenes: [] })),
  );
  expect(report?.triangleCount).toBe(2);
});

test.each([
  ['damaged Draco', 'geometry-damaged', makeBrokenDraco()],
  ['damaged meshopt', 'geometry-damaged', makeBrokenMeshopt('EXT_meshopt_compression')],
  [
    'copies at places that the file lacks',
    'not-understood',
    makeSquare({ node: { extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 77 } } } } }),
  ],
])('of %s is said why it cannot be read: %s', async (_name, reason, glb) => {
  const refusal = await page.evaluate(
    (model) =>
      window.harness.show(model).then(
        () => null,
        (error: { failure?: unknown }) => error.failure ?? String(error),
      ),
    base64(glb),
  );
  expect(refusal).toMatchObject({ code: 'model-unreadable', reason });
});

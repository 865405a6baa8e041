import type { Page } from 'playwright';
import sharp from 'sharp';
import { Matrix4, Vector3 } from 'three';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standUpright, turnToAxis } from '../../src/contract/scene/up-axis.ts';
import { inspectModel } from '../../src/workers/compute/gltf/inspect-model.ts';
import { makeArrow, makeBoxes } from '../support/box-model.ts';
import type { TestBrowser } from '../support/browser.ts';
import type { Pixels } from '../support/pixels.ts';
import { hasSamples, openGlb, readSample } from '../support/tiny-model.ts';
import {
  base64,
  captureOf,
  differenceOf,
  MODES,
  openViewerPage,
  openViewerTests,
} from '../support/viewer-page.ts';

/** File frame to stage frame: a turn, then scaling to 10 and centring. */
async function normalise(glb: Uint8Array, turn: readonly number[] = turnToAxis('Y_UP')): Promise<Matrix4> {
  const { bounds } = await inspectModel(new Blob([glb as Uint8Array<ArrayBuffer>]));
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) =>
    new Vector3(
      ...[0, 1, 2].map((axis) => (corner & (1 << axis) ? bounds.max[axis] : bounds.min[axis]) ?? 0),
    ).applyMatrix4(new Matrix4().fromArray(turn)),
  );
  const min = corners.reduce((least, corner) => least.min(corner), corners[0]?.clone() ?? new Vector3());
  const max = corners.reduce((most, corner) => most.max(corner), corners[0]?.clone() ?? new Vector3());
  const scale = 10 / Math.max(...max.clone().sub(min).toArray());
  const centre = min.add(max).multiplyScalar(-scale / 2);
  return new Matrix4()
    .makeScale(scale, scale, scale)
    .setPosition(centre)
    .multiply(new Matrix4().fromArray(turn));
}

let tests: TestBrowser;
beforeAll(async () => {
  tests = await openViewerTests();
});
afterAll(() => tests.close());

describe.each(MODES)('in the %s', (_mode, query) => {
  let page: Page;
  beforeAll(async () => {
    page = await openViewerPage(tests, query);
    await page.evaluate(() => window.harness.viewer.api.setBackground({ kind: 'colour', colour: '#808080' }));
  });
  afterAll(() => page.close());

  /** The stage before, and after what was exported took the model's place in the frame of the file. */
  async function roundTrip(
    glb: Uint8Array,
    normalisation: Matrix4,
    modelTransform: Matrix4,
    hiddenNodes: number[],
    texture: Uint8Array | null,
  ): Promise<{ before: Stage; after: Stage }> {
    const look = async (): Promise<Stage> => {
      const { snapshot, ids } = await captureOf(page, ['snapshot', 'ids'], 256);
      if (snapshot === null || ids === null) throw new Error('nothing is drawn');
      return { snapshot, ids };
    };
    const frame = {
      normalisation: normalisation.toArray(),
      modelTransform: modelTransform.toArray(),
      hiddenNodes,
    };
    await page.evaluate(
      async ([model, placed, png]) => {
        await window.harness.show(model, placed);
        if (png !== null) await window.harness.dressLibrary(0, png, { tileSize: 3, rotationRadians: 0.4 });
        await window.harness.look([9, 7, 14]);
      },
      [base64(glb), frame, texture === null ? null : base64(texture)] as const,
    );
    const before = await look();
    // What the file's own frame becomes on the stage: scaled and centred as before, turned no more.
    const size = normalisation.getMaxScaleOnAxis();
    const plain = new Matrix4()
      .makeScale(size, size, size)
      .setPosition(new Vector3().setFromMatrixPosition(normalisation));
    await page.evaluate(
      async ([model, placed, png, stage]) => {
        const { harness } = window;
        const file = await harness.workers.compute().exportGlb(harness.blob(model, ''), {
          ...placed,
          materials: [],
          dressings: png === null ? [] : [harness.library(0, png, { tileSize: 3, rotationRadians: 0.4 })],
        });
        const { nodes } = await harness.workers.compute().inspectModel(file);
        const hidden = nodes.filter(({ isHidden }) => isHidden === true).map(({ index }) => index);
        await harness.show(file, { normalisation: stage, hiddenNodes: hidden });
      },
      [base64(glb), frame, texture === null ? null : base64(texture), plain.toArray()] as const,
    );
    return { before, after: await look() };
  }

  test('what is exported stands as it stood, with the same parts hidden', async () => {
    const glb = makeBoxes([
      { size: [0.4, 0.2, 0.2], centre: [0, 0, 0], colour: [0.8, 0.1, 0.1, 1] },
      { size: [0.1, 0.6, 0.1], centre: [0.2, 0.3, 0], colour: [0.1, 0.8, 0.1, 1] },
      { size: [0.1, 0.1, 0.8], centre: [-0.2, 0, 0.2], colour: [0.1, 0.1, 0.8, 1] },
    ]);
    const moved = new Matrix4()
      .fromArray(turnToAxis('X_UP'))
      .multiply(new Matrix4().makeTranslation(1, -0.5, 0.25))
      .multiply(new Matrix4().makeRotationY(0.7))
      .scale(new Vector3(0.7, 0.7, 0.7));
    const { before, after } = await roundTrip(glb, await normalise(glb), moved, [2], null);
    expect(new Set(before.ids.data.filter((_, at) => at % 4 === 0))).toEqual(new Set([0, 2, 3]));
    expect(differenceOf(before.ids, after.ids, 0)).toBeLessThan(0.003);
    expect(differenceOf(before.snapshot, after.snapshot, 12)).toBeLessThan(0.005);
  });

  test('a file with another axis up comes out upright', async () => {
    const glb = makeArrow('z');
    const upright = await normalise(glb, standUpright('Z_UP'));
    const { before, after } = await roundTrip(glb, upright, new Matrix4(), [], null);
    expect(differenceOf(before.ids, after.ids, 0)).toBeLessThan(0.003);
    // Higher than wide.
    const rows = new Set<number>();
    const columns = new Set<number>();
    for (let at = 0; at < after.ids.data.length; at += 4) {
      if (after.ids.data[at] === 0) continue;
      rows.add(Math.floor(at / 4 / 256));
      columns.add((at / 4) % 256);
    }
    expect(rows.size).toBeGreaterThan(columns.size * 2);
  });

  test('a library texture looks as it did, away from the seams', async () => {
    const texture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#e0e0e0' } })
      .composite([
        { input: { create: { width: 32, height: 32, channels: 3, background: '#c02020' } }, left: 0, top: 0 },
        {
          input: { create: { width: 32, height: 32, channels: 3, background: '#2040c0' } },
          left: 32,
          top: 32,
        },
      ])
      .png()
      .toBuffer();
    const glb = makeBoxes([{ size: [2, 2, 2], centre: [0, 0, 0] }]);
    const turned = new Matrix4().fromArray(turnToAxis('Z_UP')).scale(new Vector3(0.8, 0.8, 0.8));
    const { before, after } = await roundTrip(glb, await normalise(glb), turned, [], texture);
    expect(differenceOf(before.ids, after.ids, 0)).toBeLessThan(0.003);
    expect(differenceOf(before.snapshot, after.snapshot, 40)).toBeLessThan(0.03);
  });
});

test.skipIf(!hasSamples)('compressed geometry is opened in the worker, to be textured', async () => {
  const page = await openViewerPage(tests, '?viewer=none', undefined, undefined, false);
  const texture = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#c0a020' } })
    .png()
    .toBuffer();
  for (const name of ['DenseSphere_draco', 'JapaneseBridgeGarden_meshopt']) {
    const glb = readSample(`glb/compressed/${name}.glb`);
    const report = await inspectModel(new Blob([glb as Uint8Array<ArrayBuffer>]));
    const count = await page.evaluate(
      async ([model, png, materialIndex]) => {
        const { harness } = window;
        const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
        const file = await harness.workers.compute().exportGlb(harness.blob(model, ''), {
          normalisation: identity,
          modelTransform: identity,
          hiddenNodes: [],
          materials: [],
          dressings: [harness.library(materialIndex, png, {})],
        });
        return (await harness.workers.compute().inspectModel(file)).triangleCount;
      },
      [base64(glb), base64(texture), report.materials[0]?.index ?? -1] as const,
    );
    expect(count, name).toBe(report.triangleCount);
  }
  await page.close();
});

test('on metal a roughness map leaves the metalness alone', async () => {
  const page = await openViewerPage(tests, '?viewer=none', undefined, undefined, false);
  const grey = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#646464' } })
    .png()
    .toBuffer();
  const file = await page.evaluate(
    async ([model, png]) => {
      const { harness } = window;
      const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
      const roughness = harness.blob(png, 'image/png');
      const glb = await harness.workers.compute().exportGlb(harness.blob(model, ''), {
        normalisation: identity,
        modelTransform: identity,
        hiddenNodes: [],
        materials: [],
        dressings: [{ ...harness.library(0, png, { metalness: 1 }), maps: { normal: null, roughness } }],
      });
      return new Uint8Array(await glb.arrayBuffer());
    },
    [base64(makeBoxes([{ size: [1, 1, 1], centre: [0, 0, 0] }])), base64(grey)] as const,
  );
  await page.close();
  const [material] = (await openGlb(file)).getRoot().listMaterials();
  const map = material?.getMetallicRoughnessTexture()?.getImage() ?? new Uint8Array(0);
  const { channels } = await sharp(map).stats();
  expect(channels.slice(1, 3).map(({ min, max }) => [min, max])).toEqual([
    [100, 100],
    [255, 255],
  ]);
});

test('a label has its own colours up to its edge, and beyond', async () => {
  const page = await openViewerPage(tests, '?viewer=none', undefined, undefined, false);
  // Half of it is seen; all of it is red.
  const pixels = Buffer.from(
    Array.from({ length: 64 }, (_, at) => [200, 20, 20, at % 8 < 4 ? 255 : 0]).flat(),
  );
  const picture = await sharp(pixels, { raw: { width: 8, height: 8, channels: 4 } })
    .webp({ lossless: true, exact: true })
    .toBuffer();
  const label = {
    imageHash: 'a'.repeat(64),
    name: 'front',
    target: { kind: 'node', nodeIndex: 0 },
    axis: [0, 1, 0],
    position: [0, 0, 0.5],
    normal: [0, 0, 1],
    projection: 'flat',
    radius: 1,
    width: 0.5,
    height: 0.5,
    rotationRadians: 0,
    depth: 0.5,
    finish: 'print',
    opacity: 1,
    hasUnderprint: true,
  };
  const file = await page.evaluate(
    async ([model, webp, laid]) => {
      const { harness } = window;
      const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
      const glb = await harness.workers.compute().exportGlb(harness.blob(model, ''), {
        normalisation: identity,
        modelTransform: identity,
        hiddenNodes: [],
        materials: [],
        dressings: [],
        labels: [{ label: laid as never, image: harness.blob(webp, 'image/webp') }],
      });
      return new Uint8Array(await glb.arrayBuffer());
    },
    [base64(makeBoxes([{ size: [1, 1, 1], centre: [0, 0, 0] }])), base64(picture), label] as const,
  );
  await page.close();
  const [texture] = (await openGlb(file)).getRoot().listTextures();
  expect(texture?.getMimeType()).toBe('image/png');
  const { data } = await sharp(texture?.getImage() ?? new Uint8Array(0))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([...data]).toEqual([...pixels]);
});

interface Stage {
  readonly snapshot: Pixels;
  readonly ids: Pixels;
}

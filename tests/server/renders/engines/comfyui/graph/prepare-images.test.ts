import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ContentHash } from '../../../../../../src/contract/ids.ts';
import type { BackgroundSpec, RenderSpec } from '../../../../../../src/contract/render-spec.ts';
import {
  chooseGraphSize,
  EDIT_CANVAS,
} from '../../../../../../src/server/renders/engines/comfyui/graph/graph-size.ts';
import type { PreparedOrder } from '../../../../../../src/server/renders/engines/comfyui/graph/parts.ts';
import { planChange } from '../../../../../../src/server/renders/engines/comfyui/graph/plan-change.ts';
import { coveredBy, hashOf, makeRecipe } from '../../../../../support/ai-recipe.ts';
import {
  BOX,
  COLOUR,
  find,
  IN_BOX,
  maskOf,
  OUTSIDE,
  open,
  PAINTED,
  type Pixels,
  prepare,
} from '../../../../../support/prepared-orders.ts';

describe('for a model with references', () => {
  test('materials and style are larger squares, and the size of a region is told', async () => {
    const order = await prepare(
      { masks: [maskOf('box'), maskOf('left')], widthPx: 1280, heightPx: 1024 },
      EDIT_CANVAS,
    );
    expect([order.widthPx % 32, order.heightPx % 32]).toEqual([0, 0]);
    expect(order.widthPx / order.heightPx).toBeCloseTo(1.25, 1);
    for (const role of ['material-0', 'material-1', 'style'] as const) {
      expect(await sharp(find(order, role)?.png).metadata()).toMatchObject({ width: 768, height: 768 });
    }
    // The later mask takes its hundred columns from the box.
    const [box = 0, left = 0] = [order.regionShares[0], order.regionShares[1]];
    expect(box).toBeCloseTo(((BOX.width - 100) * BOX.height) / 1024 ** 2, 2);
    expect(left).toBeCloseTo((100 * BOX.height) / 1024 ** 2, 2);
  });
});

describe('painted light', () => {
  const plain = { background: COLOUR };
  const painted = { ...plain, passes: { ...makeRecipe().passes, lightmap: hashOf('lightmap') } };
  let off: PreparedOrder;
  let on: PreparedOrder;
  beforeAll(async () => {
    [off, on] = [await prepare(plain), await prepare(painted)];
  });

  test('lights the picture where it was painted, and only there', async () => {
    const [dark, lit] = [await open(off, 'init'), await open(on, 'init')];
    expect(lit.at(...PAINTED)).toBeGreaterThan(dark.at(...PAINTED) + 40);
    expect(lit.at(PAINTED[0], PAINTED[1] + 200)).toBe(dark.at(PAINTED[0], PAINTED[1] + 200));
    expect(differences(dark, lit)).toBeGreaterThan(90 * 90);
    expect(differences(dark, lit)).toBeLessThan(170 * 170);
  });

  test('frees what it lies on, and only that', async () => {
    const [before, after] = [await open(off, 'change'), await open(on, 'change')];
    const plan = planChange(makeRecipe(painted), true);
    expect(plan).toMatchObject({ object: 0.55, painted: 0.6, denoise: 0.6 });
    expect(before.at(...IN_BOX)).toBe(255);
    expect(after.at(...PAINTED)).toBe(255);
    expect(after.at(PAINTED[0], PAINTED[1] + 200)).toBe(Math.round((255 * 0.55) / 0.6));
    expect(after.at(...OUTSIDE)).toBe(0);
  });

  test('falls on the background too, which then is a picture', async () => {
    expect(find(off, 'background')).toBeUndefined();
    const plate = await open(on, 'background');
    expect([0, 1, 2].map((k) => plate.at(20, 20, k))).toEqual([0, 255, 0]);
    expect([0, 1, 2].map((k) => plate.at(...PAINTED, k))).not.toEqual([0, 200, 0]);
  });

  test('an empty sketch is none', async () => {
    const passes = { ...makeRecipe().passes, lightmap: hashOf('empty sketch') };
    const order = await prepare({ ...plain, passes });
    expect(find(order, 'init')?.hash).toBe(find(off, 'init')?.hash);
    expect(find(order, 'background')).toBeUndefined();
  });
});

describe('a background that the stage covers', () => {
  test('is no picture of the order: all of the view around the product stays', async () => {
    const scene = coveredBy('cyclorama');
    const order = await prepare({ scene });
    expect(find(order, 'background')).toBeUndefined();
    expect((await open(order, 'init')).at(...OUTSIDE)).toBe(128);
    expect((await open(order, 'change')).at(...OUTSIDE)).toBe(0);
    const lit = await prepare({ scene, passes: { ...makeRecipe().passes, lightmap: hashOf('lightmap') } });
    expect(find(lit, 'background')).toBeUndefined();
  });
});

describe('materials', () => {
  test('masks exclude each other: the last wins, empty ones are dropped', async () => {
    const masks = [maskOf('box'), maskOf('left'), maskOf('nothing')];
    const order = await prepare({ masks });
    const [box, left] = [await open(order, 'material-mask-0'), await open(order, 'material-mask-1')];
    expect([box.at(BOX.left + 10, 500), left.at(BOX.left + 10, 500)]).toEqual([0, 255]);
    expect([box.at(800, 500), left.at(800, 500)]).toEqual([255, 0]);
    expect(find(order, 'material-mask-2')).toBeUndefined();
    expect(find(order, 'material-2')).toBeUndefined();
  });

  test('a mask without a picture takes its place from those before it', async () => {
    const order = await prepare({ masks: [maskOf('box'), maskOf('left', { materialImageHash: null })] });
    expect((await open(order, 'material-mask-0')).at(BOX.left + 10, 500)).toBe(0);
    expect(find(order, 'material-1')).toBeUndefined();
  });

  test('the old colour goes, the shading stays, what is lit shows the texture as it is', async () => {
    const order = await prepare({ masks: [maskOf('box')] });
    const init = await open(order, 'init');
    // The snapshot's box runs from dark red at its left to red at its right; the texture is blue.
    const [dark, lit] = [520, 880].map((x) => [0, 1, 2].map((k) => init.at(x, 500, k))) as [
      number[],
      number[],
    ];
    expect(lit).toEqual([0, 0, 255]);
    expect(dark[0]).toBe(0);
    expect(dark[2]).toBeGreaterThan(100);
    expect(dark[2]).toBeLessThan(180);
    expect([0, 1, 2].map((k) => init.at(...OUTSIDE, k))).toEqual([128, 128, 128]);
  });

  test('what the stage shows of it already is painted over as it is', async () => {
    const mask = maskOf('box');
    const dressing = {
      kind: 'library' as const,
      materialIndex: 0,
      textureHash: mask.materialImageHash as ContentHash,
      libraryId: null,
      name: 'Blue',
      colour: '#ffffff',
      metalness: 0,
      roughness: 0.5,
      tileSize: 1,
      rotationRadians: 0,
      bumpHeight: 0,
    };
    const scene = { ...makeRecipe().scene, dressings: [dressing] };
    const worn = await prepare({ scene, masks: [mask] });
    expect(find(worn, 'init')?.hash).toBe(find(await prepare({}), 'init')?.hash);
    expect(find(worn, 'material-0')).toBeDefined();
  });

  test('the pattern of what it wore before is gone', async () => {
    const passes = { ...makeRecipe().passes, snapshot: hashOf('checkered') };
    const init = await open(await prepare({ passes, masks: [maskOf('box')] }), 'init');
    const row = Array.from({ length: 40 }, (_, i) => init.at(690 + i, 500, 2));
    expect(Math.min(...row)).toBeGreaterThan(200);
  });

  test('what is protected keeps its colour', async () => {
    const order = await prepare({ masks: [maskOf('box'), maskOf('left', { isLocked: true })] });
    const [init, plain] = [await open(order, 'init'), await open(await prepare({}), 'init')];
    expect(init.at(BOX.left + 10, 500)).toBe(plain.at(BOX.left + 10, 500));
    expect(init.at(800, 500)).not.toBe(plain.at(800, 500));
  });
});

describe('what guides', () => {
  test('depth and lines as the viewer took them', async () => {
    const order = await prepare({});
    expect((await open(order, 'depth')).at(...IN_BOX)).toBe(200);
    expect((await open(order, 'depth')).at(...OUTSIDE)).toBe(0);
    expect((await open(order, 'lines')).at(BOX.left, 500)).toBe(255);
  });

  test('lines are derived where an order has none: white on black, at edges', async () => {
    const passes = { ...makeRecipe().passes, outline: null };
    const lines = await open(await prepare({ passes }), 'lines');
    expect(lines.at(BOX.left, 500)).toBe(255);
    expect(lines.at(...OUTSIDE)).toBe(0);
    expect(lines.at(...IN_BOX)).toBe(0);
  });

  test('where the background is: by alpha, by depth, by the masks', async () => {
    const { passes } = makeRecipe();
    const ways: Partial<RenderSpec>[] = [
      {},
      { passes: { ...passes, alpha: null } },
      { passes: { ...passes, alpha: null, depth: null }, masks: [maskOf('box')] },
    ];
    for (const way of ways) {
      const background = await open(await prepare(way), 'background-mask');
      expect([background.at(...OUTSIDE), background.at(...IN_BOX)]).toEqual([255, 0]);
    }
    const nothing = await prepare({ passes: { ...passes, alpha: null, depth: null } });
    expect(find(nothing, 'background-mask')).toBeUndefined();
    expect(find(nothing, 'depth')).toBeUndefined();
    expect((await open(nothing, 'change')).at(...OUTSIDE)).toBe(255);
  });
});

describe('pictures', () => {
  test('all of one size, but squares for what is looked at', async () => {
    const order = await prepare({ widthPx: 1000, heightPx: 700, masks: [maskOf('box')] });
    expect([order.widthPx, order.heightPx]).toEqual([1280, 896]);
    const sizes = new Map<string, string>();
    for (const { role, png } of order.images) {
      const { width, height, format } = await sharp(png).metadata();
      sizes.set(role, `${width} x ${height} ${format}`);
    }
    const [whole, square] = ['1280 x 896 png', '512 x 512 png'];
    expect(Object.fromEntries(sizes)).toEqual({
      'material-0': square,
      'material-mask-0': whole,
      init: whole,
      background: whole,
      'background-mask': whole,
      change: whole,
      'change-unguided': whole,
      depth: whole,
      lines: whole,
      style: square,
    });
  });

  test('a background covers the order: its longer side is cut, nothing is stretched', async () => {
    // Twice as wide as high, red to the left, then white, then blue: of a square only the middle is seen.
    const plate = await open(await prepare({}), 'background');
    expect([0, 1, 2].map((k) => plate.at(2, 500, k))).toEqual([255, 255, 255]);
    expect([0, 1, 2].map((k) => plate.at(1021, 500, k))).toEqual([255, 255, 255]);
  });

  test('a gradient runs from top to bottom', async () => {
    const gradient: BackgroundSpec = { kind: 'gradient', from: '#000000', to: '#ff0000', fidelity: 1 };
    const plate = await open(await prepare({ background: gradient }), 'background');
    expect([plate.at(3, 0), plate.at(900, 0), plate.at(3, 1023), plate.at(900, 512)]).toEqual([
      0, 0, 255, 128,
    ]);
  });

  test('the same order gives the same bytes, under the hash of them', async () => {
    const [one, two] = [await prepare({}), await prepare({})];
    expect(one.images.map(({ hash }) => hash)).toEqual(two.images.map(({ hash }) => hash));
    for (const { png, hash } of one.images) expect(hashOf(png)).toBe(hash);
  });

  test('an order for an own graph has every picture that it may ask for', async () => {
    const order = await prepare({ workflow: 'mine', background: COLOUR });
    expect((await open(order, 'background')).at(5, 5, 1)).toBe(255);
    expect((await open(order, 'empty')).at(5, 5)).toBe(0);
  });

  test('a broken picture is named as one', async () => {
    const passes = { ...makeRecipe().passes, snapshot: hashOf('broken') };
    await expect(prepare({ passes })).rejects.toThrow();
  });
});

test.each([
  [1024, 1024, 1024, 1024],
  [2048, 2048, 1024, 1024],
  [64, 64, 1024, 1024],
  [1536, 1024, 1344, 896],
  [1920, 1080, 1344, 768],
  [768, 1024, 960, 1280],
  [2048, 64, 6144, 192],
])('%d x %d px are drawn at %d x %d', (width, height, widthPx, heightPx) => {
  expect(chooseGraphSize(width, height)).toEqual({ widthPx, heightPx });
});

test('while pictures are prepared, the thread has its turns', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const passes = { ...makeRecipe().passes, lightmap: hashOf('lightmap') };
  await prepare({ passes, masks: [maskOf('box'), maskOf('left')] });
  isDone = true;
  expect(turns).toBeGreaterThan(500);
});

function differences(one: Pixels, two: Pixels): number {
  let count = 0;
  for (let at = 0; at < one.data.length; at += 3) if (one.data[at] !== two.data[at]) count += 1;
  return count;
}

import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { FIDELITY_COLOUR_MAX, FIDELITY_EDGES_MIN } from '../../../../src/contract/constants.ts';
import type { Fidelity } from '../../../../src/contract/http/renders.ts';
import type { RenderSpec } from '../../../../src/contract/render-spec.ts';
import { measureFidelity } from '../../../../src/server/renders/fidelity/measure-fidelity.ts';
import { hashOf } from '../../../support/ai-recipe.ts';
import { type DrawnOrder, finished, orderOf } from '../../../support/drawn-order.ts';
import {
  type Colour,
  drawPicture,
  drawRoom,
  drawSurface,
  flat,
  type Look,
  roughen,
  type Surface,
} from '../../../support/drawn-products.ts';

const PX = 224;
const SNAPSHOT_LIGHT = { from: [-0.5, 0.6, 0.62], strength: 0.9, ambient: 0.35 } as const;
const SIDE_LIGHT = { from: [0.7, 0.3, 0.64], strength: 1.1, ambient: 0.2 } as const;
const TOP_LIGHT = { from: [0, 0.95, 0.3], strength: 0.7, ambient: 0.3 } as const;
const RED: Colour = [0.5, 0.1, 0.08];
const CREAM: Colour = [0.6, 0.6, 0.55];

function lookOf(changes: Partial<Look>): Look {
  const colours = [RED, CREAM] as const;
  return { colours, pattern: 0, light: SNAPSHOT_LIGHT, gloss: 0.4, background: flat(CREAM), ...changes };
}

/** Of a picture as a diffusion model leaves it. */
async function measure(order: DrawnOrder, surface: Surface, look: Look): Promise<Fidelity> {
  const rough = await roughen(drawPicture(surface, look), surface.px, 3);
  const fidelity = await measureFidelity(order.recipe, finished(rough, surface.px), order.readFile);
  if (fidelity === null) throw new Error('nothing was measured');
  return fidelity;
}
const worst = ({ colours }: Fidelity) => Math.max(...colours.map(({ difference }) => difference));

const PRODUCTS = [
  { name: 'a round one', shape: 'round', seed: 0, colours: [RED, CREAM], other: [0.1, 0.35, 0.1] },
  {
    name: 'a box with a print',
    shape: 'boxy',
    seed: 2,
    colours: [[0.1, 0.3, 0.12] as Colour, [0.45, 0.35, 0.2] as Colour],
    other: [0.1, 0.3, 0.25],
    pattern: 0.8,
  },
  {
    name: 'a thin lamp, pale on pale',
    shape: 'thin',
    seed: 1,
    colours: [[0.8, 0.8, 0.8] as Colour, [0.05, 0.15, 0.5] as Colour],
    other: [0.8, 0.6, 0.5],
  },
  {
    name: 'a plate with 25 holes',
    shape: 'holes',
    seed: 0,
    colours: [[0.2, 0.2, 0.2] as Colour, CREAM],
    other: [0.25, 0.2, 0.13],
    pattern: 0.8,
  },
  {
    name: 'a bottle, dark on dark',
    shape: 'bottle',
    seed: 0,
    colours: [[0.02, 0.02, 0.025] as Colour, [0.03, 0.03, 0.03] as Colour],
    other: [0.05, 0.1, 0.4],
    isDark: true,
  },
] as const;

describe.each(PRODUCTS)('$name', ({ shape, seed, colours, other, ...more }) => {
  const isDark = 'isDark' in more;
  const pattern = 'pattern' in more ? more.pattern : 0;
  const room = drawRoom(seed, isDark ? [0.06, 0.05, 0.05] : undefined);
  const look = lookOf({ colours, pattern, background: flat(isDark ? [0.04, 0.04, 0.045] : CREAM) });
  const relit = { ...look, light: SIDE_LIGHT, background: room };
  const surface = drawSurface(shape, PX, seed);
  const order = orderOf(surface, look);

  test.each([
    ['another light in a room', relit],
    ['light from above on a flat ground', { ...look, light: TOP_LIGHT, background: flat([0.7, 0.72, 0.75]) }],
  ])('is true to its scene in %s', async (_, picture) => {
    const fidelity = await measure(await order, surface, picture);
    expect(fidelity.edges).toBeGreaterThanOrEqual(FIDELITY_EDGES_MIN);
    expect(fidelity.colours.length).toBeGreaterThan(0);
    expect(worst(fidelity)).toBeLessThanOrEqual(FIDELITY_COLOUR_MAX);
  });

  test.each([
    ['shifted by 2 %', { shift: [0.02, 0] }],
    ['shifted by 2 % across', { shift: [-0.014, 0.014] }],
    ['3 % larger', { scale: 1.03 }],
    ['3 % smaller', { scale: 0.97 }],
  ] as const)('is found out when it is %s', async (_, placing) => {
    const fidelity = await measure(await order, drawSurface(shape, PX, seed, placing), relit);
    expect(fidelity.edges).toBeLessThan(FIDELITY_EDGES_MIN - 0.04);
  });

  test('is found out when it is recoloured, and its contour stays true', async () => {
    const fidelity = await measure(await order, surface, { ...relit, colours: [other, colours[1]] });
    expect(worst(fidelity)).toBeGreaterThan(FIDELITY_COLOUR_MAX + 1);
    expect(fidelity.edges).toBeGreaterThanOrEqual(FIDELITY_EDGES_MIN);
  });
});

const surface = drawSurface('boxy', 128, 1);
const order = orderOf(surface, lookOf({}));
const relit = lookOf({ light: SIDE_LIGHT, background: drawRoom(1) });

test('one recoloured material stands out, under the name it has in the order', async () => {
  const green: Colour = [0.2, 0.5, 0.2];
  const { colours } = await measure(await order, surface, { ...relit, colours: [RED, green] });
  expect(colours.map(({ material_name }) => material_name)).toEqual(['body', 'trim']);
  const { masks } = (await order).recipe;
  expect(colours.map(({ material_id }) => material_id)).toEqual(masks.map(({ materialId }) => materialId));
  expect(colours[0]?.difference).toBeLessThanOrEqual(FIDELITY_COLOUR_MAX);
  expect(colours[1]?.difference).toBeGreaterThan(10);
});

test('white that became black is no matter of light', async () => {
  const [white, black]: Colour[] = [
    [0.8, 0.8, 0.8],
    [0.02, 0.02, 0.02],
  ];
  const pale = await orderOf(surface, lookOf({ colours: [white!, CREAM] }));
  expect(worst(await measure(pale, surface, { ...relit, colours: [black!, CREAM] }))).toBeGreaterThan(
    FIDELITY_COLOUR_MAX,
  );
});

test('another product of the same colours has other contours', async () => {
  const fidelity = await measure(await order, drawSurface('round', 128, 0), relit);
  expect(fidelity.edges).toBeLessThan(0.6);
});

test('without an alpha pass the masks say where the product is; without either nothing can be measured', async () => {
  const { recipe, readFile } = await order;
  const passes = { ...recipe.passes, alpha: null };
  const masked = await measure({ recipe: { ...recipe, passes }, readFile }, surface, relit);
  expect(masked.edges).toBeGreaterThanOrEqual(FIDELITY_EDGES_MIN);
  const picture = finished(drawPicture(surface, relit), 128);
  const bare = { ...recipe, passes, masks: [] };
  expect(await measureFidelity(bare, picture, readFile)).toBeNull();
});

test('a product of a few pixels, or of none, cannot be measured', async () => {
  for (const scale of [0.08, 0]) {
    const tiny = drawSurface('boxy', 128, 1, { scale });
    const { recipe, readFile } = await orderOf(tiny, lookOf({}));
    const picture = finished(drawPicture(tiny, relit), 128);
    expect(await measureFidelity(recipe, picture, readFile)).toBeNull();
  }
});

test('a picture without any edge says nothing about edges', async () => {
  const { recipe, readFile } = await order;
  const grey = finished(new Uint8Array(128 * 128 * 3).fill(128), 128);
  expect((await measureFidelity(recipe, grey, readFile))?.edges).toBeNull();
});

test('an enlarged picture is measured by the same contour', async () => {
  const { recipe, readFile } = await order;
  const measureAt = async (drawn: Surface): Promise<Fidelity | null> => {
    const raw = { width: 128, height: 128, channels: 3 } as const;
    const large = await sharp(drawPicture(drawn, relit), { raw }).resize(512, 512).raw().toBuffer();
    return measureFidelity(recipe, finished(large, 512), readFile);
  };
  expect((await measureAt(surface))?.edges).toBeGreaterThanOrEqual(FIDELITY_EDGES_MIN);
  const shifted = drawSurface('boxy', 128, 1, { shift: [0.02, 0] });
  expect((await measureAt(shifted))?.edges).toBeLessThan(FIDELITY_EDGES_MIN);
});

test('a material that the snapshot does not show yet has no colour to be true to', async () => {
  const { recipe, readFile } = await order;
  const [body, trim] = recipe.masks as [RenderSpec['masks'][number], RenderSpec['masks'][number]];
  const masks = [{ ...body, materialImageHash: hashOf('oak') }, trim];
  const { colours } = await measure({ recipe: { ...recipe, masks }, readFile }, surface, relit);
  expect(colours.map(({ material_name }) => material_name)).toEqual(['trim']);
});

test('of a mask only what the product covers has a colour to keep: what an order claims of its background does not count', async () => {
  const thin = drawSurface('thin', PX, 1);
  const blue = flat([0.02, 0.05, 0.4]);
  const { recipe, readFile } = await orderOf(thin, lookOf({ background: flat(CREAM) }));
  const everything = await sharp(Buffer.alloc(PX * PX, 255), { raw: { width: PX, height: PX, channels: 1 } })
    .png()
    .toBuffer();
  const claim: DrawnOrder = {
    recipe: { ...recipe, masks: recipe.masks.map((mask) => ({ ...mask, imageHash: hashOf(everything) })) },
    readFile: async (hash) => (hash === hashOf(everything) ? everything : readFile(hash)),
  };
  const fidelity = await measure(claim, thin, lookOf({ background: blue }));
  expect(worst(fidelity)).toBeLessThanOrEqual(FIDELITY_COLOUR_MAX);
});

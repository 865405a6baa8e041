import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { STAGE_BACKGROUND } from '../../../../../../src/contract/constants.ts';
import type { PlateParts } from '../../../../../../src/server/renders/engines/hero/plate-parts.ts';
import { coveredBy } from '../../../../../support/ai-recipe.ts';
import { find, open, prepareKept } from '../../../../../support/prepared-orders.ts';

const PX = 256;

/** Of a place in a scene nothing is asked. */
const NOWHERE = { floorY: 0, bounds: [0, 0, 0, 0, 0, 0] };

/** A box in the middle, on blue. */
function plateOf(widthPx: number, heightPx: number): PlateParts {
  const isBox = (i: number) => {
    const [x, y] = [(i % widthPx) / widthPx, Math.floor(i / widthPx) / heightPx];
    return x > 0.25 && x < 0.75 && y > 0.25 && y < 0.75;
  };
  const plate = new Uint8Array(widthPx * heightPx * 4).fill(255);
  const alpha = new Uint8Array(widthPx * heightPx);
  for (let i = 0; i < alpha.length; i++) {
    alpha[i] = isBox(i) ? 255 : 0;
    plate.set(isBox(i) ? [200, 20, 20] : [20, 20, 200], i * 4);
  }
  return {
    widthPx,
    heightPx,
    plate,
    alpha,
    shadow: new Uint8Array(alpha.length).fill(255),
    reflection: null,
    ...NOWHERE,
  };
}

describe('pictures of an order that keeps its product', () => {
  const size = { widthPx: PX, heightPx: PX };

  it('are the plate, what of it is painted, and what guides that; equal ones of equal orders', async () => {
    const prepared = await prepareKept(size, plateOf(PX, PX));
    const roles = prepared.images.map(({ role }) => role);
    expect(roles).toEqual(['plate', 'paint', 'background', 'background-mask', 'depth', 'lines', 'style']);
    const again = await prepareKept(size, plateOf(PX, PX));
    expect(again.images.map(({ hash }) => hash)).toEqual(prepared.images.map(({ hash }) => hash));
    const plate = await open(prepared, 'plate');
    expect([0, 1, 2].map((k) => plate.at(10, 10, k))).toEqual([20, 20, 200]);
    expect([0, 1, 2].map((k) => plate.at(128, 128, k))).toEqual([200, 20, 20]);
    const paint = await open(prepared, 'paint');
    expect([paint.at(10, 10), paint.at(70, 128), paint.at(128, 128)]).toEqual([255, 255, 0]);
  });

  it('leave out a background where it is a colour, which the plate has', async () => {
    const plain = { ...size, background: { kind: 'colour', colour: STAGE_BACKGROUND } as const, style: null };
    const { images } = await prepareKept(plain, plateOf(PX, PX));
    expect(images.map(({ role }) => role)).toEqual(['plate', 'paint', 'depth', 'lines']);
  });

  it('show the cyclorama of the view, and nothing of the background that it covers', async () => {
    const covered = await prepareKept({ ...size, scene: coveredBy('cyclorama') }, plateOf(PX, PX));
    const roles = covered.images.map(({ role }) => role);
    expect(roles).toEqual(['plate', 'paint', 'depth', 'lines', 'style']);
    const plate = await open(covered, 'plate');
    expect([0, 1, 2].map((k) => plate.at(10, 10, k))).toEqual([128, 128, 128]);
    expect([0, 1, 2].map((k) => plate.at(128, 128, k))).toEqual([200, 20, 20]);
  });

  it('have the size of the graph, and a binary mask, whatever the plate has', async () => {
    const prepared = await prepareKept({ widthPx: 200, heightPx: 112 }, plateOf(341, 191));
    const { widthPx, heightPx } = prepared;
    for (const role of ['plate', 'paint'] as const) {
      const { width, height, hasAlpha } = await sharp(find(prepared, role)!.png).metadata();
      expect([width, height, hasAlpha]).toEqual([widthPx, heightPx, false]);
    }
    const { data } = await open(prepared, 'paint');
    expect([...new Set(data)].sort()).toEqual([0, 255]);
  });
});

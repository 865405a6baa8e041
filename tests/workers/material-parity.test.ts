import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ball, makeBalls } from '../support/ball-model.ts';
import { differencesOf } from '../support/compare-pictures.ts';
import { isProductAt, openParity, PARITY_PX, type Parity, shareOf, showFrom } from '../support/parity.ts';
import { traceAsStaged } from '../support/trace-as-staged.ts';
import { captureOf } from '../support/viewer-page.ts';

/** CIEDE2000: medians, and what nine of ten pixels of something with a bright edge keep. */
const MAX = { solid: 1.5, glass: 8, edge: 8 };
const COLOUR = '#c9cdd2';
const RADIUS = 1;

let parity: Parity;
beforeAll(async () => {
  parity = await openParity(COLOUR);
});
afterAll(() => parity.tests.close());

/** Of a ball alone, how far the stage is from the picture. */
async function differenceOf(
  ball: Ball,
  toneMapping: 'neutral' | 'agx' = 'neutral',
  share = 0.5,
): Promise<number> {
  const glb = await makeBalls([ball], RADIUS);
  await parity.page.evaluate((map) => window.harness.viewer.api.setToneMapping(map, 0.6), toneMapping);
  await showFrom(parity, glb, [0.4, 1.2, 4]);
  const { snapshot: stage, ids } = await captureOf(parity.page, ['snapshot', 'ids'], PARITY_PX);
  if (stage === null || ids === null) throw new Error('nothing was drawn');
  const background = { kind: 'colour', colour: COLOUR } as const;
  const picture = await traceAsStaged(parity.page, glb, PARITY_PX, { background, scene: { toneMapping } });
  const all = differencesOf(stage, picture, isProductAt({ ids }));
  return shareOf(all, share);
}

test.each(['blue plaster', 'red plaster'] as const)('AgX has one look: %s', async (ball) => {
  expect(await differenceOf(ball, 'agx')).toBeLessThanOrEqual(MAX.solid);
});

test('velvet shines at its edge as in the picture', async () => {
  expect(await differenceOf('velvet', 'neutral', 0.9)).toBeLessThanOrEqual(MAX.edge);
});

test('what is in a glass is seen through it', async () => {
  expect(await differenceOf('wine in glass')).toBeLessThanOrEqual(MAX.glass);
});

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Label } from '../../src/contract/scene/label.ts';
import { type Ball, makeBalls } from '../support/ball-model.ts';
import { differencesOf } from '../support/compare-pictures.ts';
import { FLAT_LABEL } from '../support/flat-label.ts';
import { isProductAt, openParity, PARITY_PX, type Parity, shareOf, showFrom } from '../support/parity.ts';
import { traceAsStaged } from '../support/trace-as-staged.ts';
import { nameFile } from '../support/trace-host.ts';
import { base64, captureOf } from '../support/viewer-page.ts';

/** CIEDE2000: medians, and what nine of ten pixels of something with a bright edge keep. */
const MAX = { solid: 1.5, glass: 8, edge: 8 };
const COLOUR = '#c9cdd2';
const RADIUS = 1;

let parity: Parity;
beforeAll(async () => {
  parity = await openParity(COLOUR);
});
afterAll(() => parity.tests.close());

/** Of a ball alone, how far the stage is from the picture. @param label The middle counts alone, where it lies. */
async function differenceOf(
  ball: Ball,
  toneMapping: 'neutral' | 'agx' = 'neutral',
  share = 0.5,
  label?: { readonly label: Label; readonly png: Uint8Array },
): Promise<number> {
  const glb = await makeBalls([ball], RADIUS);
  const labels = label === undefined ? [] : [label.label];
  await parity.page.evaluate((map) => window.harness.viewer.api.setToneMapping(map, 0.6), toneMapping);
  await showFrom(parity, glb, [0.4, 1.2, 4]);
  await parity.page.evaluate(
    ([worn, png]) =>
      window.harness.viewer.api.setLabels(
        worn.map((one) => ({ label: one, image: window.harness.blob(png, 'image/png') })),
      ),
    [labels, base64(label?.png ?? new Uint8Array())] as const,
  );
  const { snapshot: stage, ids } = await captureOf(parity.page, ['snapshot', 'ids'], PARITY_PX);
  if (stage === null || ids === null) throw new Error('nothing was drawn');
  const background = { kind: 'colour', colour: COLOUR } as const;
  const scene = { toneMapping, labels };
  const files = label === undefined ? [] : [label.png];
  const picture = await traceAsStaged(parity.page, glb, PARITY_PX, { background, scene }, files);
  const isProduct = isProductAt({ ids });
  const isMiddle = (place: number) => Math.abs(place - PARITY_PX / 2) < PARITY_PX / 8;
  const all = differencesOf(
    stage,
    picture,
    (x, y) => isProduct(x, y) && (label === undefined || (isMiddle(x) && isMiddle(y))),
  );
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

test('no light comes through wax where a label covers it', async () => {
  const create = { width: 4, height: 4, channels: 3, background: '#b02020' } as const;
  const png = new Uint8Array(await sharp({ create }).png().toBuffer());
  const label = { ...FLAT_LABEL, imageHash: nameFile(png).hash, finish: 'matt', height: 4 } as const;
  expect(await differenceOf('wax', 'neutral', 0.5, { label, png })).toBeLessThanOrEqual(MAX.solid);
});

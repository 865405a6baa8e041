import { beforeAll, expect, test } from 'vitest';
import type { RenderSpec } from '../../../../../src/contract/render-spec.ts';
import { FLOOR_BEFORE } from '../../../../../src/contract/scene/floor-defaults.ts';
import type { TraceHost } from '../../../../../src/tracer/trace-events.ts';
import { makePlate, smallRecipe } from '../../../../support/kept-product.ts';
import { buildKernel, createTestHost } from '../../../../support/trace-host.ts';

const SIZE = { widthPx: 64, heightPx: 64 };
let host: TraceHost;
beforeAll(async () => {
  buildKernel();
  host = await createTestHost(1, true);
});

/** The product on a floor, seen a little from above. */
function plateOf(changes: Partial<RenderSpec['scene']>) {
  const recipe = smallRecipe();
  const camera = { ...recipe.camera, position: [0, 3, 6] as [number, number, number] };
  return makePlate(host, { ...recipe, camera, scene: { ...recipe.scene, ...changes } }, SIZE);
}

test('on a cyclorama a kept product has its matt floor, whatever the settings of a plain one are that wait behind it', async () => {
  const cyclorama = { colour: '#c02020', distance: 4, radius: 2 };
  const waiting = { gloss: 1, roughness: 0, colour: '#2020ff', isShadowOnly: true };
  const covered = await plateOf({ floor: { ...FLOOR_BEFORE, ...waiting, cyclorama }, shadowIntensity: 0.1 });
  const matt = await plateOf({ floor: { ...FLOOR_BEFORE, gloss: 0, colour: cyclorama.colour } });
  expect(covered.reflection).toBeNull();
  expect(Math.min(...covered.shadow)).toBe(Math.min(...matt.shadow));
  expect(Buffer.from(covered.plate).equals(Buffer.from(matt.plate))).toBe(true);
  const glossy = await plateOf({ floor: { ...FLOOR_BEFORE, gloss: 1, cyclorama } });
  expect(Buffer.from(glossy.plate).equals(Buffer.from(matt.plate))).toBe(true);
});

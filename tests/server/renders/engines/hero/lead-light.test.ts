import { beforeAll, expect, test } from 'vitest';
import type { FoundLight } from '../../../../../src/contract/http/renders.ts';
import type { RenderSpec } from '../../../../../src/contract/render-spec.ts';
import { ENVIRONMENT_PLACING } from '../../../../../src/contract/scene/environment.ts';
import { LightRig } from '../../../../../src/contract/scene/light-rig.ts';
import { canLead, kelvinOf, leadLight } from '../../../../../src/server/renders/engines/hero/lead-light.ts';
import { tracePicture } from '../../../../../src/tracer/trace-picture.ts';
import { makeBoxes } from '../../../../support/box-model.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../../../../support/trace-host.ts';

beforeAll(() => buildKernel());

const light: FoundLight = {
  azimuth_degrees: 70,
  elevation_degrees: 35,
  softness: 0.2,
  colour: '#ffffff',
  ambient: '#ffffff',
  confidence: 0.9,
};
const model = nameFile(makeBoxes([{ size: [2, 2, 2], centre: [0, 0, 0] }]));

async function trace(found: FoundLight | null, changes: Partial<RenderSpec['scene']> = {}) {
  const plain = createSpec(model.hash, { scene: { ...createSpec(model.hash).scene, ...changes } });
  const spec = found === null ? plain : leadLight(plain, found);
  const events = tracePicture(
    { spec, files: new Map([[model.hash, model.bytes]]) },
    await createTestHost(1, false),
    new AbortController().signal,
  );
  for await (const event of events) if (event.kind === 'image') return event;
  throw new Error('no picture came');
}

/** Mean of a column of squares across the product, left or right of its middle. */
function meanOf(
  { rgba, widthPx, heightPx }: { rgba: Uint8Array; widthPx: number; heightPx: number },
  side: 'left' | 'right' | 'all',
) {
  const sum = [0, 0, 0];
  let count = 0;
  for (let y = heightPx * 0.4; y < heightPx * 0.6; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = x / widthPx - 0.5;
      if (Math.abs(at) > 0.2 || (side === 'left' && at > -0.02) || (side === 'right' && at < 0.02)) continue;
      count += 1;
      for (const k of [0, 1, 2]) sum[k]! += rgba[(Math.floor(y) * widthPx + x) * 4 + k]!;
    }
  }
  return sum.map((value) => value / count) as [number, number, number];
}

test('a light that is not sure leaves the recipe itself', () => {
  const recipe = createSpec(model.hash);
  const unsure = { ...light, confidence: 0.1 };
  expect(canLead(unsure)).toBe(false);
  expect(leadLight(recipe, unsure)).toBe(recipe);
});

test('the led recipe has a rig that a recipe may have, and nothing else of it changes', () => {
  const recipe = createSpec(model.hash);
  for (const azimuth_degrees of [-180, -90, 0, 1, 179.9]) {
    for (const elevation_degrees of [-40, 0, 89]) {
      for (const softness of [0, 0.5, 1]) {
        const found = {
          ...light,
          azimuth_degrees,
          elevation_degrees,
          softness,
          colour: '#ff3300',
          ambient: '#0033ff',
        };
        const led = leadLight(recipe, found);
        expect(LightRig.safeParse(led.scene.lightRig).error).toBeUndefined();
        expect({ ...led, scene: { ...led.scene, lightRig: undefined } }).toEqual({
          ...recipe,
          scene: { ...recipe.scene, lightRig: undefined },
        });
        expect(leadLight(recipe, found)).toEqual(led);
      }
    }
  }
});

test('what the person set of brightness and surroundings stays', () => {
  const own: LightRig = {
    name: 'mine',
    preset: null,
    lights: [],
    soloId: null,
    surroundings: 0.5,
    level: 1.7,
  };
  const recipe = createSpec(model.hash);
  const led = leadLight({ ...recipe, scene: { ...recipe.scene, lightRig: own } }, light);
  expect(led.scene.lightRig).toMatchObject({ surroundings: 0.5, level: 1.7 });
});

test('the product is brighter on the side of the found light, as bright in all within half a stop', async () => {
  const before = await trace(null);
  const right = await trace({ ...light, azimuth_degrees: 40 });
  const left = await trace({ ...light, azimuth_degrees: -40 });
  const ball = (picture: Awaited<ReturnType<typeof trace>>) => meanOf(picture, 'all')[1];
  for (const picture of [right, left]) {
    expect(Math.abs(Math.log2((ball(picture) / ball(before)) ** 2.2))).toBeLessThan(0.5);
  }
  const balance = (picture: Awaited<ReturnType<typeof trace>>) =>
    meanOf(picture, 'right')[1] / meanOf(picture, 'left')[1];
  expect(balance(right)).toBeGreaterThan(1.03 * balance(left));
});

test('a product that surroundings light is as bright in the found light as in theirs', async () => {
  const environment = { kind: 'preset', preset: 'overcast', ...ENVIRONMENT_PLACING } as const;
  // The brighter of the house's rigs, which has no part in it.
  const changes = { environment, lighting: 'render' } as const;
  const plain = createSpec(model.hash);
  const led = leadLight({ ...plain, scene: { ...plain.scene, ...changes } }, light);
  expect(led.scene.lightRig?.level).toBe(1);
  const before = meanOf(await trace(null, changes), 'all')[1];
  // Lights have directions, and an even sky has none.
  for (const azimuth_degrees of [-40, 40]) {
    const after = meanOf(await trace({ ...light, softness: 1, azimuth_degrees }, changes), 'all')[1];
    expect(Math.abs(Math.log2((after / before) ** 2.2))).toBeLessThan(0.3);
  }
});

test('a warm room is told by its glow, and white goods stay white in it', async () => {
  expect(kelvinOf('#ffb46b')).toBeLessThan(4_000);
  expect(kelvinOf('#ffffff')).toBeCloseTo(5_600, -2);
  const plain = meanOf(await trace(light), 'all');
  const warm = meanOf(await trace({ ...light, colour: '#ff8833', ambient: '#ffaa66' }), 'all');
  expect(warm[0] / warm[2]).toBeGreaterThan(plain[0] / plain[2]);
  // Of a display's values: what #fff to #ffefdf is.
  expect(warm[2] / warm[0]).toBeGreaterThan(0.82 * (plain[2] / plain[0]));
});

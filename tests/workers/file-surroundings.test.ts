import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeRgbe } from '../../src/tracer/environment/rgbe.ts';
import type { LinearPicture } from '../../src/tracer/picture.ts';
import type { TestBrowser } from '../support/browser.ts';
import { type CubeLight, makeSurrounded } from '../support/cube-model.ts';
import { base64, openViewerPage, openViewerTests } from '../support/viewer-page.ts';

const SIDE = 32;
/** Each face has a brightness of its own; its right half is redder, its upper half bluer. */
const LIGHT: CubeLight = (face, x, y) => [
  (face + 1) * (x >= SIDE / 2 ? 1 : 0.5),
  face + 1,
  (face + 1) * (y < SIDE / 2 ? 1 : 0.5),
];

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  tests = await openViewerTests();
  page = await openViewerPage(tests, '?viewer=none', undefined, undefined, false);
});
afterAll(() => tests.close());

/** The panorama as it is kept, or why it was refused. */
async function take(glb: Uint8Array, frame?: readonly number[]): Promise<LinearPicture | string> {
  const answer = await page.evaluate(
    async ([model, how]) => {
      const compute = window.harness.workers.compute();
      const bytes = Uint8Array.from(atob(model as string), (character) => character.charCodeAt(0));
      try {
        const made = await compute.prepareEnvironment(new Blob([bytes]), how as number[] | undefined);
        const { widthPx, heightPx, rgba } = await compute.readEnvironment(made.picture);
        return { widthPx, heightPx, rgba: [...rgba] };
      } catch (error) {
        return (error as { failure?: { reason?: string } }).failure?.reason ?? String(error);
      }
    },
    [base64(glb), frame] as const,
  );
  return typeof answer === 'string' ? answer : decodeRgbe({ ...answer, rgba: Uint8Array.from(answer.rgba) });
}

/** Light from a direction, as shares of what the +X face has in its middle. */
function from(picture: LinearPicture | string, [x, y, z]: readonly [number, number, number]): number[] {
  if (typeof picture === 'string') throw new Error(picture);
  const { widthPx, heightPx, rgb } = picture;
  const length = Math.hypot(x, y, z);
  const column = Math.floor((Math.atan2(x, -z) / (2 * Math.PI) + 0.5) * widthPx) % widthPx;
  const row = Math.min(heightPx - 1, Math.floor((Math.acos(y / length) / Math.PI) * heightPx));
  return [0, 1, 2].map((k) => rgb[(row * widthPx + column) * 3 + k] ?? 0);
}

test('faces stand where they are named, upright and as one sees them from inside', async () => {
  const picture = await take(await makeSurrounded(LIGHT, SIDE));
  // A little to the right of each face's middle and above it: there the light is whole.
  const places = [
    [1, 0.4, 0.4],
    [-1, 0.4, -0.4],
    [-0.4, 1, -0.4],
    [-0.4, -1, 0.4],
    [-0.4, 0.4, 1],
    [0.4, 0.4, -1],
  ] as const;
  for (const [face, [x, y, z]] of places.entries()) {
    const [r = 0, g = 0, b = 0] = from(picture, [x, y, z]);
    expect(g / (face + 1), `face ${face}`).toBeCloseTo(1, 1);
    expect(r / g, `right of face ${face}`).toBeCloseTo(1, 1);
    expect(b / g, `top of face ${face}`).toBeCloseTo(1, 1);
  }
  const [r = 0, g = 1, b = 0] = from(picture, [1, -0.4, -0.4]);
  expect([r / g, b / g].map((share) => Math.round(share * 10) / 10)).toEqual([0.5, 0.5]);
});

test('they are turned as the file says, and stood up with the product', async () => {
  const half = Math.SQRT1_2;
  const turned = await makeSurrounded(LIGHT, SIDE, (json: never) => {
    const { extensions } = json as { extensions: { EXT_lights_image_based: { lights: object[] } } };
    Object.assign(extensions.EXT_lights_image_based.lights[0]!, { rotation: [0, half, 0, half] });
  });
  // A quarter about the vertical takes +X to -Z.
  expect(from(await take(turned), [0.1, 0.1, -1])[1]).toBeCloseTo(1, 1);
  // A model of which Z was up: its +Z face is above the stage.
  const standing = [10, 0, 0, 0, 0, 0, -10, 0, 0, 10, 0, 0, 3, 4, 5, 1];
  expect(from(await take(await makeSurrounded(LIGHT, SIDE), standing), [0.1, 1, 0.1])[1]! / 5).toBeCloseTo(
    1,
    1,
  );
});

test.each<[string, (json: Record<string, unknown[]>) => void, string]>([
  ['no extension', (json) => delete json.extensions, 'unreadable'],
  ['five faces', (json) => json.images!.pop(), 'unreadable'],
  ['a face outside', (json) => (json.images![2] = { uri: 'https://example.test/face.png' }), 'unreadable'],
  ['no picture', (json) => (json.images![2] = { bufferView: 0 }), 'unreadable'],
  ['a face without bytes', (json) => (json.images![3] = {}), 'unreadable'],
])('%s is refused', async (_, change, reason) => {
  expect(await take(await makeSurrounded(LIGHT, 8, change as never))).toBe(reason);
});

test('a face that says it is larger than any is refused before it is decoded', async () => {
  const glb = await makeSurrounded(LIGHT, 8);
  const at = Buffer.from(glb).indexOf('IHDR') + 4;
  new DataView(glb.buffer).setUint32(at, 60_000);
  new DataView(glb.buffer).setUint32(at + 4, 60_000);
  expect(await take(glb)).toBe('too-large');
});

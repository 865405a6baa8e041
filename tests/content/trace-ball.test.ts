import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import type { Picture } from '../../scripts/content/picture.ts';
import { type Cloth, traceBall } from '../../scripts/content/trace-ball.ts';
import { buildKernel } from '../support/trace-host.ts';

const SIDE_PX = 32;
let kernel: Uint8Array;
beforeAll(async () => {
  buildKernel();
  kernel = await readFile('dist/tracer/kernel.wasm');
});

/** One colour, or two in halves. */
function paintTile(...colours: readonly (readonly number[])[]): Picture {
  const sizePx = 8;
  const rgb = Uint8Array.from({ length: sizePx * sizePx * 3 }, (_, at) => {
    const x = Math.floor(at / 3) % sizePx;
    return colours[Math.floor((x / sizePx) * colours.length)]?.[at % 3] ?? 0;
  });
  return { sizePx, rgb };
}

const PAINT: Cloth = {
  colour: paintTile([200, 30, 30]),
  normal: null,
  roughnessMap: null,
  tileSizeMetres: 0.15,
  metalness: 0,
  roughness: 0.6,
};

const at = ({ sizePx, rgb }: Picture, x: number, y: number) =>
  [...rgb.subarray((y * sizePx + x) * 3, (y * sizePx + x) * 3 + 3)] as [number, number, number];

const brightest = ({ rgb }: Picture) => rgb.reduce((most, value) => Math.max(most, value), 0);

test('a ball of its colour, lit from above, on grey', async () => {
  const ball = await traceBall(PAINT, SIDE_PX, kernel);
  const [red, green, blue] = at(ball, 16, 14);
  expect(red).toBeGreaterThan(2 * Math.max(green, blue));
  expect(at(ball, 16, 8)[0]).toBeGreaterThan(at(ball, 16, 26)[0] + 20);
  for (const [x, y] of [
    [0, 0],
    [31, 0],
  ] as const) {
    const corner = at(ball, x, y);
    expect(Math.max(...corner) - Math.min(...corner)).toBeLessThan(3);
    expect(corner[0]).toBeGreaterThan(80);
  }
  expect(await traceBall(PAINT, SIDE_PX, kernel)).toEqual(ball);
});

test('polish, relief and roughness show', async () => {
  const metal = { ...PAINT, colour: paintTile([90, 90, 90]), metalness: 1 };
  const polished = await traceBall({ ...metal, roughness: 0.08 }, SIDE_PX, kernel);
  const dull = await traceBall({ ...metal, roughness: 0.9 }, SIDE_PX, kernel);
  expect(brightest(polished)).toBeGreaterThan(brightest(dull) + 30);
  const slanted = paintTile([40, 127, 220], [215, 127, 220]);
  expect(await traceBall({ ...metal, roughness: 0.9, normal: slanted }, SIDE_PX, kernel)).not.toEqual(dull);
  const smooth = paintTile([0, 20, 0]);
  expect(
    brightest(await traceBall({ ...metal, roughness: 0.9, roughnessMap: smooth }, SIDE_PX, kernel)),
  ).toBeGreaterThan(brightest(dull) + 30);
});

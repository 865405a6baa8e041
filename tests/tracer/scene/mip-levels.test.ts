import { expect, it } from 'vitest';
import { createSrgbTables } from '../../../src/tracer/post/srgb-tables.ts';
import { levelBytes, listLevels, writeLevels } from '../../../src/tracer/scene/mip-levels.ts';
import type { SceneTexture } from '../../../src/tracer/scene.ts';

function write(texture: SceneTexture): Uint8Array {
  const bytes = new Uint8Array(levelBytes(texture));
  bytes.set(texture.rgba);
  writeLevels(texture, bytes, 0, createSrgbTables());
  return bytes;
}

/** Columns of black and white. */
function stripes(widthPx: number, heightPx: number, isSrgb: boolean): SceneTexture {
  const rgba = Uint8Array.from({ length: widthPx * heightPx * 4 }, (_, i) =>
    i % 4 === 3 ? 255 : ((i >> 2) % widthPx) % 2 === 0 ? 0 : 255,
  );
  return { widthPx, heightPx, rgba, isSrgb, isSmooth: true, wrapS: 'repeat', wrapT: 'repeat' };
}

it('halves a texture down to one texel, in linear light where its bytes are sRGB', () => {
  const texture = stripes(8, 2, true);
  const levels = listLevels(texture, 0);
  expect(levels.map(({ widthPx, heightPx }) => [widthPx, heightPx])).toEqual([
    [4, 1],
    [2, 1],
    [1, 1],
  ]);
  const bytes = write(texture);
  // Half of the light is 188 in sRGB, not 128.
  for (const { at } of levels) expect([...bytes.subarray(at, at + 4)]).toEqual([188, 188, 188, 255]);
  expect(write(stripes(8, 2, false))[levels[0]?.at ?? 0]).toBe(128);
});

it('counts every texel of odd sizes', () => {
  const texture = stripes(5, 3, false);
  const [first] = listLevels(texture, 0);
  expect(first).toMatchObject({ widthPx: 2, heightPx: 1 });
  const bytes = write(texture);
  expect(bytes[first?.at ?? 0]).toBe(85);
});

it('leaves a texture that shows its texels as it is', () => {
  const texture = { ...stripes(8, 2, true), isSmooth: false };
  expect(listLevels(texture, 0)).toEqual([]);
  expect(levelBytes(texture)).toBe(8 * 2 * 4);
});

import { expect, test } from 'vitest';
import { convertMtl, plainMaterial, type TextureAdder } from '../../../src/workers/compute/convert-mtl.ts';

const here: TextureAdder = async () => ({ index: 7, isHere: true });
const away: TextureAdder = async () => ({ index: 7, isHere: false });

const convert = (statements: Record<string, string>, add = here) =>
  convertMtl('m', new Map(Object.entries(statements)), add);

async function surface(statements: Record<string, string>, add = here): Promise<Record<string, unknown>> {
  const { pbrMetallicRoughness } = await convert(statements, add);
  return pbrMetallicRoughness as Record<string, unknown>;
}

test('colours are linear, and tint a texture unless nobody chose them', async () => {
  const tinted = [expect.closeTo(0.214041), 0, expect.closeTo(1), 1];
  const factor = async (kd: string, add = here) =>
    (await surface({ kd, map_kd: 'a.png' }, add)).baseColorFactor;
  expect((await surface({ kd: '0.5 0 1' })).baseColorFactor).toEqual(tinted);
  expect(await factor('0.5 0 1')).toEqual(tinted);
  expect((await surface({ kd: '1 1 1', map_kd: 'a.png' })).baseColorTexture).toEqual({ index: 7 });
  for (const untouched of ['0 0 0', '0.8 0.8 0.8', '0.640000 0.640000 0.640000']) {
    expect(await factor(untouched)).toEqual([1, 1, 1, 1]);
  }
  expect(await factor('0 0 0', away)).toEqual([0, 0, 0, 1]);
  expect((await surface({ kd: 'spectral a.rfl' })).baseColorFactor).toEqual([0.8, 0.8, 0.8, 1]);
});

test.each([
  [{ ns: '0' }, 1],
  [{ ns: '225' }, 0.5],
  [{ ns: '900' }, 0],
  [{ ns: '1000' }, 0],
  [{ ns: '-1.96' }, 0.8],
  [{ ns: 'nan' }, 0.8],
  [{}, 0.8],
  [{ ns: '900', ks: '0 0 0' }, 1],
  [{ ns: '900', illum: '1' }, 1],
  [{ ns: '900', pr: '0.3' }, 0.3],
])('%o is rough by %f', async (statements, roughness) => {
  expect((await surface(statements as Record<string, string>)).roughnessFactor).toBeCloseTo(roughness);
});

test.each([
  [{ d: '0.25' }, 0.25],
  [{ tr: '0.25' }, 0.75],
  [{ d: '1', tr: '0.5' }, 1],
  [{ d: '0' }, 1],
  [{ tr: '1' }, 1],
  [{ d: '-halo 0.5' }, 0.5],
])('%o lets through by %f', async (statements, opacity) => {
  const material = await convert(statements as Record<string, string>);
  expect(material.pbrMetallicRoughness).toMatchObject({
    baseColorFactor: [0.8, 0.8, 0.8, opacity].map((value, at) => (at < 3 ? expect.any(Number) : value)),
  });
  expect(material.alphaMode).toBe(opacity < 1 ? 'BLEND' : undefined);
});

test('glow beyond 1 is a strength', async () => {
  expect(await convert({ ke: '1 0 0' })).toMatchObject({ emissiveFactor: [1, 0, 0] });
  const bright = await convert({ ke: '2 0 0' });
  expect(bright.emissiveFactor).toEqual([1, 0, 0]);
  expect(JSON.stringify(bright)).toContain('KHR_materials_emissive_strength');
  expect((await convert({ ke: '0 0 0' })).emissiveFactor).toBeUndefined();
});

test('a texture’s scale and offset hold with v running down', async () => {
  const { baseColorTexture } = await surface({ map_kd: '-s 2 4 1 -o 0.5 0.25 0 a.png' });
  expect(baseColorTexture).toEqual({
    index: 7,
    extensions: { KHR_texture_transform: { scale: [2, 4], offset: [0.5, -3.25] } },
  });
});

test('relief, glow and opacity ask for their pictures', async () => {
  const asked: string[] = [];
  const add: TextureAdder = async ({ address }, use, alpha) => {
    asked.push(`${use} ${address} ${alpha?.address ?? ''}`.trim());
    return { index: asked.length - 1, isHere: true };
  };
  const material = await convert(
    { map_kd: 'c.png', map_d: 'a.png', map_bump: '-bm 2 b.png', map_ke: 'e.png' },
    add,
  );
  expect(asked).toEqual(['colour c.png a.png', 'relief b.png', 'colour e.png']);
  expect(material).toMatchObject({
    normalTexture: { index: 1 },
    emissiveTexture: { index: 2 },
    alphaMode: 'BLEND',
  });
});

test('without a library a material is a plain grey, white under colours of its own', () => {
  const factor = (hasColours: boolean) =>
    (plainMaterial('m', hasColours).pbrMetallicRoughness as { baseColorFactor: number[] }).baseColorFactor;
  expect(factor(false)[0]).toBeCloseTo(0.799, 2);
  expect(factor(true)).toEqual([1, 1, 1, 1]);
});

import { expect, test } from 'vitest';
import {
  convertMtl,
  plainMaterial,
  type TextureAdder,
} from '../../../../src/workers/compute/obj/convert-mtl.ts';

const added = { index: 7, isHere: true, isBesideHere: true, strength: 1 };
const here: TextureAdder = async () => added;
const away: TextureAdder = async () => ({ ...added, isHere: false, isBesideHere: false });

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
  const greys = [
    '0 0 0',
    '0.8 0.8 0.8',
    '0.640000 0.640000 0.640000',
    '0.5880 0.5880 0.5880',
    '0.6 0.6 0.6',
    '0.4',
  ];
  for (const untouched of [...greys, 'spectral a.rfl']) {
    expect(await factor(untouched)).toEqual([1, 1, 1, 1]);
  }
  expect((await surface({ map_kd: 'a.png' })).baseColorFactor).toEqual([1, 1, 1, 1]);
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

test('nothing glows without the picture that says where', async () => {
  for (const ke of [{}, { ke: '1 1 1' }, { ke: '3 2 1' }] as Record<string, string>[]) {
    const lost = await convert({ ...ke, map_ke: 'e.png' }, away);
    // The picture is still asked for.
    expect(lost.emissiveTexture).toEqual({ index: 7 });
    expect(lost.emissiveFactor).toBeUndefined();
    expect(JSON.stringify(lost)).not.toContain('emissive_strength');
  }
  expect((await convert({ map_ke: 'e.png' })).emissiveFactor).toEqual([1, 1, 1]);
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
  const add: TextureAdder = async ({ address }, use, beside) => {
    asked.push(`${use} ${address} ${beside?.address ?? ''}`.trim());
    return { ...added, index: asked.length - 1 };
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

test('what is to be see-through by a picture is so only where that is here', async () => {
  const half: TextureAdder = async () => ({ ...added, isBesideHere: false });
  expect((await convert({ map_kd: 'c.png', map_d: 'a.png' }, half)).alphaMode).toBeUndefined();
  expect((await convert({ map_d: 'a.png' }, away)).alphaMode).toBeUndefined();
  const uses: string[] = [];
  const add: TextureAdder = async ({ address }, use) => {
    uses.push(`${use} ${address}`);
    return { ...added, isBesideHere: false };
  };
  const alone = await convert({ kd: '0.5 0 1', map_d: 'a.png' }, add);
  expect(uses).toEqual(['opacity a.png']);
  expect(alone).toMatchObject({
    alphaMode: 'BLEND',
    pbrMetallicRoughness: { baseColorTexture: { index: 7 } },
  });
  const [red] = (alone.pbrMetallicRoughness as { baseColorFactor: number[] }).baseColorFactor;
  expect(red).toBeCloseTo(0.214041);
});

test.each([
  [
    { pr: '0.3', pm: '0.7' },
    { roughnessFactor: 0.3, metallicFactor: 0.7 },
  ],
  [
    { map_pr: 'r.png', pr: '0.3', pm: '0.7' },
    { roughnessFactor: 1, metallicFactor: 0.7 },
  ],
  [
    { map_pm: 'm.png', pr: '0.3', pm: '0.7' },
    { roughnessFactor: 0.3, metallicFactor: 1 },
  ],
  [
    { map_pr: 'r.png', map_pm: 'm.png', pr: '0', pm: '0' },
    { roughnessFactor: 1, metallicFactor: 1 },
  ],
] as const)('%o: a picture stands in for its number', async (statements, factors) => {
  const hasPicture = 'map_pr' in statements || 'map_pm' in statements;
  // Only a roughness has a metalness beside it.
  const add: TextureAdder = async (_map, _use, beside) => ({ ...added, isBesideHere: beside !== null });
  expect(await surface(statements, add)).toMatchObject({
    ...factors,
    ...(hasPicture ? { metallicRoughnessTexture: { index: 7 } } : {}),
  });
  if (!hasPicture) expect(await surface(statements, add)).not.toHaveProperty('metallicRoughnessTexture');
});

test('roughness and metalness are asked for as one picture; one that is not here leaves its number', async () => {
  const asked: string[] = [];
  const add: TextureAdder = async ({ address }, use, beside) => {
    asked.push(`${use} ${address} ${beside?.address ?? ''}`.trim());
    return { ...added, isBesideHere: false };
  };
  const statements = { map_pr: '-s 2 2 1 r.png', map_pm: 'm.png', pr: '0.3', pm: '0.7' };
  expect(await surface(statements, add)).toMatchObject({
    roughnessFactor: 1,
    metallicFactor: 0.7,
    metallicRoughnessTexture: { index: 7, extensions: { KHR_texture_transform: { scale: [2, 2] } } },
  });
  expect(asked).toEqual(['roughness r.png m.png']);
  expect(await surface({ map_pm: 'm.png' }, add)).toMatchObject({ metallicFactor: 1 });
  expect(asked.at(-1)).toBe('metalness m.png');
  expect(await surface(statements, away)).toMatchObject({ roughnessFactor: 0.3, metallicFactor: 0.7 });
});

const TINTED = [1, expect.closeTo(0.5), expect.closeTo(0.25)];

test.each([
  ['nothing said', {}, null],
  ['what most surfaces reflect', { ks: '0.5 0.5 0.5' }, null],
  ['half of it', { ks: '0.25 0.25 0.25' }, { specularFactor: 0.5 }],
  ['none', { ks: '0 0 0' }, { specularFactor: 0 }],
  ['twice of it', { ks: '1' }, { specularColorFactor: [2, 2, 2] }],
  ['a colour', { ks: '0.4 0.2 0.1' }, { specularFactor: 0.8, specularColorFactor: TINTED }],
  ['more than there is', { ks: '9 9 9' }, { specularColorFactor: [2, 2, 2] }],
  ['a model without highlights', { ks: '1 1 1', illum: '1' }, null],
  ['black beside the numbers in its place', { ks: '0 0 0', pr: '0.3' }, null],
  ['a picture', { map_ks: 's.png' }, { specularColorFactor: [2, 2, 2], specularColorTexture: { index: 7 } }],
  ['a picture under black', { ks: '0 0 0', map_ks: 's.png' }, { specularColorTexture: { index: 7 } }],
  ['a picture with a level', { ks: '0.25', map_ks: 's.png' }, { specularFactor: 0.5 }],
] as const)('the highlight of %s', async (_name, statements, expected) => {
  const { extensions } = (await convert(statements)) as { extensions?: Record<string, object> };
  const specular = extensions?.KHR_materials_specular;
  if (expected === null) expect(specular).toBeUndefined();
  else expect(specular).toMatchObject(expected);
});

test('a highlight is matt without any, but not under a picture; one that is missing is still named', async () => {
  expect(await surface({ ns: '900', ks: '0 0 0', map_ks: 's.png' })).toMatchObject({ roughnessFactor: 0 });
  expect(await surface({ ns: '900', ks: '0 0 0', map_ks: 's.png' }, away)).toMatchObject({
    roughnessFactor: 1,
  });
  expect(await convert({ map_ks: 's.png' }, away)).toMatchObject({
    extensions: { KHR_materials_specular: { specularColorTexture: { index: 7 } } },
  });
});

test('a normal map is as steep as its statement says, heights are made so', async () => {
  const uses: string[] = [];
  const add =
    (strength: number): TextureAdder =>
    async (_map, use) => {
      uses.push(use);
      return { ...added, strength };
    };
  expect((await convert({ norm: '-bm 0.5 n.png' }, add(0.5))).normalTexture).toEqual({
    index: 7,
    scale: 0.5,
  });
  expect((await convert({ map_kn: 'n.png', bump: 'h.png' }, add(1))).normalTexture).toEqual({ index: 7 });
  expect((await convert({ bump: '-bm 2 h.png' }, add(1))).normalTexture).toEqual({ index: 7 });
  expect(uses).toEqual(['normals', 'normals', 'relief']);
});

test('without a library a material is a plain grey, white under colours of its own', () => {
  const factor = (hasColours: boolean) =>
    (plainMaterial('m', hasColours).pbrMetallicRoughness as { baseColorFactor: number[] }).baseColorFactor;
  expect(factor(false)[0]).toBeCloseTo(0.799, 2);
  expect(factor(true)).toEqual([1, 1, 1, 1]);
});

import { expect, it } from 'vitest';
import { AppError } from '../../../src/contract/failure.ts';
import type { ContentHash } from '../../../src/contract/ids.ts';
import type { DecodedImage } from '../../../src/tracer/gltf/decode-image.ts';
import { decodeTextures, dimUnreadGlow } from '../../../src/tracer/gltf/decode-textures.ts';
import { DEFAULT_MATERIAL } from '../../../src/tracer/gltf/read-materials.ts';
import { createTextureList, type TextureRequest } from '../../../src/tracer/gltf/texture-request.ts';
import { dressMaterials } from '../../../src/tracer/scene/dress-materials.ts';

const HASH = 'b'.repeat(64) as ContentHash;
const embedded = (first: number, isSrgb: boolean): TextureRequest => ({
  source: { kind: 'embedded', bytes: Uint8Array.of(first), name: `image ${first}` },
  isSrgb,
  wrapS: 'repeat',
  wrapT: 'repeat',
  isSmooth: true,
});

/** Decodes a file to a grey of its first byte, that many pixels wide; 0 is damaged. */
function createDecoder() {
  const decoded: number[] = [];
  return {
    decoded,
    async decode([first = 0]: Uint8Array, name: string): Promise<DecodedImage> {
      decoded.push(first);
      if (first === 0) throw new AppError({ code: 'image-unreadable', name });
      const widthPx = first === 99 ? 8192 : first;
      return { widthPx, heightPx: 1, rgba: new Uint8Array(widthPx * 4).fill(first) };
    },
  };
}

it('decodes each image once and keeps how it is read', async () => {
  const decoder = createDecoder();
  const shared = embedded(3, true);
  const requests = [shared, { ...shared, isSrgb: false, wrapS: 'clamp' as const }];
  const textures = await decodeTextures(requests, [], new Map(), decoder, () => {});
  expect(decoder.decoded).toEqual([3]);
  expect(textures.map(({ isSrgb, wrapS, widthPx }) => [isSrgb, wrapS, widthPx])).toEqual([
    [true, 'repeat', 3],
    [false, 'clamp', 3],
  ]);
});

it('finds library textures by their hash', async () => {
  const request = { ...embedded(1, true), source: { kind: 'library', hash: HASH } as const };
  const [texture] = await decodeTextures(
    [request],
    [],
    new Map([[HASH, Uint8Array.of(5)]]),
    createDecoder(),
    () => {},
  );
  expect(texture?.widthPx).toBe(5);
});

it('stands in white for colour and flat for normals, and tells which image it was', async () => {
  const told: string[] = [];
  const material = {
    ...DEFAULT_MATERIAL,
    normalMap: { texture: 1, uvSet: 0, transform: [1, 0, 0, 1, 0, 0] } as const,
  };
  const requests = [embedded(0, true), embedded(0, false)];
  const textures = await decodeTextures(requests, [material], new Map(), createDecoder(), (name) =>
    told.push(name),
  );
  expect(Array.from(textures[0]?.rgba ?? [])).toEqual([255, 255, 255, 255]);
  expect(Array.from(textures[1]?.rgba ?? [])).toEqual([128, 128, 255, 255]);
  expect(told).toEqual(['image 0', 'image 0']);
});

it('lets nothing glow whose picture of its glow cannot be read, also where that is its colour, too', async () => {
  const slot = (texture: number) => ({ texture, uvSet: 0, transform: [1, 0, 0, 1, 0, 0] }) as const;
  const glows = { ...DEFAULT_MATERIAL, emissive: [1, 1, 1] as const };
  const materials = [
    { ...glows, emissiveMap: slot(0) },
    { ...glows, emissiveMap: slot(1), baseColourMap: slot(1) },
    { ...glows, emissiveMap: slot(2), baseColourMap: slot(1) },
    glows,
  ];
  const requests = [embedded(0, true), { ...embedded(0, true), wrapS: 'clamp' as const }, embedded(3, true)];
  const textures = await decodeTextures(requests, materials, new Map(), createDecoder(), () => {});
  expect(dimUnreadGlow(materials, textures).map(({ emissive }) => emissive)).toEqual([
    [0, 0, 0],
    [0, 0, 0],
    [1, 1, 1],
    [1, 1, 1],
  ]);
});

it('lets glow what somebody gave a glow of its own, also where the picture of the old one cannot be read', async () => {
  const file = { ...DEFAULT_MATERIAL, emissive: [1, 1, 1] as const };
  const emissiveMap = { texture: 0, uvSet: 0, transform: [1, 0, 0, 1, 0, 0] } as const;
  const adjusted = { kind: 'adjusted', colour: null, metalness: null, roughness: null } as const;
  const { materials } = dressMaterials(
    [{ ...file, emissiveMap }, { ...file, emissiveMap }, { ...file, emissiveMap }, DEFAULT_MATERIAL],
    [
      { ...adjusted, materialIndex: 0, finish: { emissive: '#ff0000' } },
      { ...adjusted, materialIndex: 1, finish: { emissiveIntensity: 3 } },
      { ...adjusted, materialIndex: 2, colour: '#00ff00' },
    ],
    createTextureList(),
  );
  const textures = await decodeTextures([embedded(0, true)], materials, new Map(), createDecoder(), () => {});
  expect(dimUnreadGlow(materials, textures).map(({ emissive }) => emissive)).toEqual([
    [1, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]);
});

it('halves images until they fit the kernel', async () => {
  const [texture] = await decodeTextures([embedded(99, true)], [], new Map(), createDecoder(), () => {});
  expect(texture?.widthPx).toBe(4096);
  expect(texture?.rgba[0]).toBe(99);
});

/** A square PNG as far as its header: what it holds is up to the decoder. */
function header(widthPx: number): Uint8Array {
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x89504e47);
  view.setUint32(12, 0x49484452);
  view.setUint32(16, widthPx);
  view.setUint32(20, widthPx);
  return bytes;
}

const blank = {
  async decode(bytes: Uint8Array): Promise<DecodedImage> {
    const widthPx = new DataView(bytes.buffer).getUint32(16);
    return { widthPx, heightPx: widthPx, rgba: new Uint8Array(widthPx * widthPx * 4) };
  },
};

/** Textures of these sides, and how they are read: with levels, or as squares without. */
function decodeSides(sides: readonly number[], maxBytes: number, isSmooth = true): Promise<number[]> {
  const requests = sides.map((side) => ({
    ...embedded(1, true),
    source: { kind: 'embedded' as const, bytes: header(side), name: `${side} px` },
    isSmooth,
  }));
  return decodeTextures(requests, [], new Map(), blank, () => {}, maxBytes).then((textures) =>
    textures.map(({ widthPx }) => widthPx),
  );
}

it('halves all large images alike until a whole model fits into the kernel beside its levels', async () => {
  const mega = 1024 ** 2;
  // Four of 1024 px are 16 MB, and 21.3 with their levels.
  expect(await decodeSides([1024, 1024, 1024, 1024, 600, 64], 25 * mega)).toEqual([
    1024, 1024, 1024, 1024, 600, 64,
  ]);
  expect(await decodeSides([1024, 1024, 1024, 1024], 16 * mega, false)).toEqual([1024, 1024, 1024, 1024]);
  expect(await decodeSides([1024, 1024, 1024, 1024, 600, 64], 16 * mega)).toEqual([
    512, 512, 512, 512, 300, 64,
  ]);
});

it('refuses a model whose textures fit at no size that is worth a picture', async () => {
  const most = decodeSides([1024, 1024, 1024, 1024], 5 * 1024 ** 2);
  await expect(most).rejects.toMatchObject({ failure: { code: 'model-too-complex', reason: 'memory' } });
});

it('counts the same image once for each way in which it is read', async () => {
  const bytes = header(1024);
  const request = { ...embedded(1, true), source: { kind: 'embedded' as const, bytes, name: 'one' } };
  const read = (requests: readonly TextureRequest[]) =>
    decodeTextures(requests, [], new Map(), blank, () => {}, 6 * 1024 ** 2);
  expect((await read([request])).map(({ widthPx }) => widthPx)).toEqual([1024]);
  const both = await read([request, { ...request, isSrgb: false }]);
  expect(both.map(({ widthPx }) => widthPx)).toEqual([512, 512]);
});

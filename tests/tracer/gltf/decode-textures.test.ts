import { expect, it } from 'vitest';
import { AppError } from '../../../src/contract/failure.ts';
import type { ContentHash } from '../../../src/contract/ids.ts';
import type { DecodedImage } from '../../../src/tracer/gltf/decode-image.ts';
import { decodeTextures } from '../../../src/tracer/gltf/decode-textures.ts';
import { DEFAULT_MATERIAL } from '../../../src/tracer/gltf/read-materials.ts';
import type { TextureRequest } from '../../../src/tracer/gltf/texture-request.ts';

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

it('halves images until they fit the kernel', async () => {
  const [texture] = await decodeTextures([embedded(99, true)], [], new Map(), createDecoder(), () => {});
  expect(texture?.widthPx).toBe(4096);
  expect(texture?.rgba[0]).toBe(99);
});

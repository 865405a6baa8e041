import sharp from 'sharp';
import { readGlb } from '../../src/tracer/gltf/read-glb.ts';
import { makeBoxes } from './box-model.ts';
import { packGlb } from './tiny-model.ts';

/** Linear light of a face's pixel, row 0 at the top; the faces are +X, -X, +Y, -Y, +Z, -Z. */
export type CubeLight = (face: number, x: number, y: number) => readonly [number, number, number];

/** A face as RGBD: what is brighter than white is divided by its alpha. */
async function drawFace(light: CubeLight, face: number, side: number): Promise<Uint8Array> {
  const rgba = new Uint8Array(side * side * 4);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const colour = light(face, x, y);
      const alpha = Math.min(255, Math.floor(255 / Math.max(1, ...colour)));
      const byte = (value: number): number => {
        const linear = (value * alpha) / 255;
        return Math.round(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055));
      };
      rgba.set([...colour.map(byte), alpha], (y * side + x) * 4);
    }
  }
  const raw = { width: side, height: side, channels: 4 } as const;
  return new Uint8Array(await sharp(rgba, { raw }).png().toBuffer());
}

/** A box whose file brings surroundings (EXT_lights_image_based). */
export async function makeSurrounded(
  light: CubeLight,
  side: number,
  change: (json: never) => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const { json, binary } = readGlb(makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0] }]));
  const faces = await Promise.all([0, 1, 2, 3, 4, 5].map((face) => drawFace(light, face, side)));
  const start = binary?.byteLength ?? 0;
  const offsets = faces.map((_, i) =>
    faces.slice(0, i).reduce((sum, { byteLength }) => sum + byteLength, start),
  );
  const bytes = new Uint8Array(start + faces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  if (binary !== null) bytes.set(binary);
  for (const [i, face] of faces.entries()) bytes.set(face, offsets[i]);
  const [first, ...views] = [json.bufferViews ?? [], ...faces];
  const changed = {
    ...json,
    extensionsUsed: ['EXT_lights_image_based'],
    extensions: {
      EXT_lights_image_based: {
        lights: [
          {
            specularImageSize: side,
            specularImages: [[0, 1, 2, 3, 4, 5]],
            irradianceCoefficients: Array.from({ length: 9 }, () => [1, 1, 1]),
          },
        ],
      },
    },
    scenes: [{ ...json.scenes?.[0], extensions: { EXT_lights_image_based: { light: 0 } } }],
    images: views.map((_, i) => ({ bufferView: first.length + i, mimeType: 'image/png' })),
    bufferViews: [
      ...first,
      ...views.map(({ byteLength }, i) => ({ buffer: 0, byteOffset: offsets[i], byteLength })),
    ],
    buffers: [{ byteLength: bytes.byteLength }],
  };
  change(changed as never);
  return packGlb(changed, bytes) as Uint8Array<ArrayBuffer>;
}

import type { LayerKind } from '../../contract/files/picture-layers.ts';
import type { Accumulation } from '../accumulation.ts';
import { encodeSrgb } from '../parse-colour.ts';
import { luminance } from '../picture.ts';
import type { Plate } from '../post/build-plate.ts';
import { blendLayers, type CompositeOptions, drawnShadow } from '../post/composite-picture.ts';
import type { PictureLayers } from '../post/denoise.ts';
import type { Surfaces } from './measure-surfaces.ts';
import { type SeparateLayers, separateLayers } from './separate-layers.ts';
import { spreadColours } from './spread-colours.ts';
import { type Deflate, type ExrPicture, writeExr } from './write-exr.ts';
import { writeDeepPng } from './write-png.ts';

/** A file of a picture's layers, whole. */
export interface DrawnLayer {
  readonly kind: LayerKind;
  readonly bytes: Uint8Array;
}

/** What a picture's layers are drawn from. */
export interface LayerSource {
  /** Denoised, as the picture is composed of them. */
  readonly layers: PictureLayers;
  /** With a plane of the reflection. */
  readonly sums: Accumulation;
  readonly surfaces: Surfaces;
  readonly plate: Plate;
  readonly look: CompositeOptions;
}

type Rgb = [number, number, number];

const half = (layer: string, letters: string) =>
  Array.from(letters, (letter) => ({
    name: layer === '' ? letter : `${layer}.${letter}`,
    type: 'half' as const,
  }));
/** In the order in which {@link readScene} fills them. */
const CHANNELS = [
  ...half('', 'RGBA'),
  ...half('product', 'RGBA'),
  ...half('reflection', 'RGBA'),
  ...half('background', 'RGB'),
  ...half('shadow', 'RGB'),
  ...half('albedo', 'RGB'),
  ...half('N', 'XYZ'),
  { name: 'depth.Z', type: 'float' as const },
  { name: 'id.material', type: 'float' as const },
];
const COMMENTS = [
  'Vitrine Studio. Linear Rec. 709, scene light before the tone map; 1 is a white floor.',
  'RGB = product + reflection + background * (1 - product.A - reflection.A) * shadow.',
  'product and reflection are premultiplied, shadow multiplies.',
  'N: normals of the stage, Y up, filtered as albedo is; depth.Z: along the view in stage units',
  '(an unscaled product is 10 long), 1e10 for nothing; id.material: from 1, 0 is none.',
].join(' ');

/**
 * Draws the files of a picture's layers, one after the other.
 *
 * @param deflate See `writeExr`: equal bytes need an equal one, equal pixels do not.
 */
export function* drawLayers(source: LayerSource, deflate: Deflate): Generator<DrawnLayer, void, undefined> {
  const { widthPx, heightPx } = source.layers;
  const size = { widthPx, heightPx };
  const drawn = (light: number) => drawnShadow(light, source.look.shadowIntensity);
  const parts = separateLayers(source.layers, source.sums, drawn);
  yield { kind: 'exr', bytes: writeExr(readScene(source, parts), deflate) };
  const blend = blendLayers(source.layers, source.plate, source.look);
  const deep = writeDeepPng({ ...size, hasAlpha: false, readRow: readPicture(source, blend) }, deflate);
  yield { kind: 'deep', bytes: deep };
  const product = writeDeepPng(
    { ...size, hasAlpha: true, readRow: readProduct(source, parts, blend.grade) },
    deflate,
  );
  yield { kind: 'product', bytes: product };
  const shadow = writeDeepPng({ ...size, hasAlpha: true, readRow: readShadow(parts, widthPx) }, deflate);
  yield { kind: 'shadow', bytes: shadow };
}

/** Everything in scene light. */
function readScene(source: LayerSource, parts: SeparateLayers): ExrPicture {
  const { layers, sums, surfaces, plate, look } = source;
  const { widthPx, heightPx } = layers;
  const readRow = (y: number, row: readonly Float32Array[]) => {
    const put = (channel: number, x: number, value: number) => {
      const values = row[channel];
      if (values !== undefined) values[x] = value;
    };
    for (let x = 0; x < widthPx; x++) {
      const i = y * widthPx + x;
      const scale = 1 / Math.max(1, sums.samples[i] ?? 0);
      const alpha = parts.product[i * 4 + 3] ?? 0;
      const mirrored = parts.reflection[i * 4 + 3] ?? 0;
      for (let k = 0; k < 3; k++) {
        const lit = 1 + (look.light?.rgb[i * 3 + k] ?? 0);
        const product = (parts.product[i * 4 + k] ?? 0) * look.exposure * lit;
        const reflection = (parts.reflection[i * 4 + k] ?? 0) * look.exposure * lit;
        const background = (plate.rgb[i * 3 + k] ?? 0) * lit;
        const shadow = parts.shadow[i * 3 + k] ?? 1;
        put(k, x, product + reflection + background * (1 - alpha - mirrored) * shadow);
        put(4 + k, x, product);
        put(8 + k, x, reflection);
        put(12 + k, x, background);
        put(15 + k, x, shadow);
        put(18 + k, x, (sums.albedo[i * 3 + k] ?? 0) * scale);
        put(21 + k, x, (sums.normal[i * 3 + k] ?? 0) * scale);
      }
      put(3, x, 1);
      put(7, x, alpha);
      put(11, x, mirrored);
      put(24, x, surfaces.depth[i] ?? 0);
      put(25, x, surfaces.material[i] ?? 0);
    }
  };
  return { widthPx, heightPx, channels: CHANNELS, comments: COMMENTS, readRow };
}

/** The finished picture, undithered: 16 bits need none. */
function readPicture({ layers, plate }: LayerSource, blend: ReturnType<typeof blendLayers>) {
  const rgb: Rgb = [0, 0, 0];
  return (y: number, row: Float32Array) => {
    for (let x = 0; x < layers.widthPx; x++) {
      const i = y * layers.widthPx + x;
      const isKept = plate.exact !== null && blend.isPlate(i);
      if (!isKept) blend.read(i, rgb);
      for (const k of [0, 1, 2] as const)
        row[x * 3 + k] = isKept ? (plate.exact?.[i * 4 + k] ?? 0) / 255 : encode(rgb[k]);
    }
  };
}

/** The product's own colour in every pixel that has some of it, and beside. */
function readProduct(
  { layers, look }: LayerSource,
  { product }: SeparateLayers,
  grade: ReturnType<typeof blendLayers>['grade'],
) {
  const { widthPx, heightPx } = layers;
  const colours = new Float32Array(widthPx * heightPx * 3);
  const isKnown = new Uint8Array(widthPx * heightPx);
  const rgb: Rgb = [0, 0, 0];
  for (let i = 0; i < isKnown.length; i++) {
    const alpha = product[i * 4 + 3] ?? 0;
    if (alpha <= 0) continue;
    isKnown[i] = 1;
    for (const k of [0, 1, 2] as const) {
      const lit = 1 + (look.light?.rgb[i * 3 + k] ?? 0);
      rgb[k] = ((product[i * 4 + k] ?? 0) / alpha) * look.exposure * lit;
    }
    look.toneMap(rgb);
    grade?.(rgb, 1);
    for (const k of [0, 1, 2] as const) colours[i * 3 + k] = encode(rgb[k]);
  }
  spreadColours(colours, isKnown, widthPx);
  return (y: number, row: Float32Array) => {
    for (let x = 0; x < widthPx; x++) {
      const i = y * widthPx + x;
      for (let k = 0; k < 3; k++) row[x * 4 + k] = colours[i * 3 + k] ?? 0;
      row[x * 4 + 3] = product[i * 4 + 3] ?? 0;
    }
  };
}

/** Black, as opaque as makes white what the shadow makes of it where programs lay pictures over each other in sRGB. */
function readShadow({ shadow, isShadowSeen }: SeparateLayers, widthPx: number) {
  const filled = shadow.slice();
  spreadColours(filled, isShadowSeen.slice(), widthPx);
  return (y: number, row: Float32Array) => {
    row.fill(0);
    for (let x = 0; x < widthPx; x++) {
      const i = (y * widthPx + x) * 3;
      row[x * 4 + 3] = 1 - encode(luminance(filled[i] ?? 1, filled[i + 1] ?? 1, filled[i + 2] ?? 1));
    }
  };
}

function encode(linear: number): number {
  return encodeSrgb(Math.min(1, Math.max(0, linear)));
}

import sharp from 'sharp';
import type { RenderSpec } from '../../src/contract/render-spec.ts';
import { countKept, type KeptCount } from '../../src/server/renders/engines/hero/count-kept.ts';
import { keptSpec } from '../../src/server/renders/engines/hero/kept-spec.ts';
import {
  type PlateParts,
  readParts,
  type SettledSurroundings,
} from '../../src/server/renders/engines/hero/plate-parts.ts';
import { settleSurroundings } from '../../src/server/renders/engines/hero/settle-surroundings.ts';
import type { TraceEvent, TraceHost, TraceJob } from '../../src/tracer/trace-events.ts';
import { tracePicture } from '../../src/tracer/trace-picture.ts';
import { makeBoxes } from './box-model.ts';
import { createSpec, nameFile } from './trace-host.ts';

export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A box on the floor with a cable on top that is thinner than a pixel. */
export const PRODUCT = nameFile(
  makeBoxes([
    { size: [1.6, 1.2, 1], centre: [0, 0, 0], colour: [0.7, 0.1, 0.05, 1] },
    { size: [0.01, 2.4, 0.01], centre: [1.1, 0.6, 0], colour: [0.05, 0.05, 0.05, 1] },
  ]),
);

type Model = ReturnType<typeof nameFile>;

/** Traces one picture in this process. */
export async function traceOnce(
  host: TraceHost,
  spec: RenderSpec,
  rest: Partial<TraceJob> = {},
  models: readonly Model[] = [PRODUCT],
  bandPixels?: number,
): Promise<{
  readonly image: Extract<TraceEvent, { kind: 'image' }>;
  readonly parts: Extract<TraceEvent, { kind: 'parts' }> | null;
}> {
  const files = new Map(models.map(({ hash, bytes }) => [hash, bytes]));
  let [image, parts]: [
    Extract<TraceEvent, { kind: 'image' }> | null,
    Extract<TraceEvent, { kind: 'parts' }> | null,
  ] = [null, null];
  const job = { spec, files, ...rest };
  for await (const event of tracePicture(job, host, new AbortController().signal, bandPixels)) {
    if (event.kind === 'image') image = event;
    if (event.kind === 'parts') parts = event;
  }
  return { image: image!, parts };
}

/** The plate of an order, as an engine is given it. */
export async function makePlate(
  host: TraceHost,
  recipe: RenderSpec,
  size: Size,
  models?: readonly Model[],
): Promise<PlateParts> {
  const spec = keptSpec({ ...recipe, quality: 'draft' }, size);
  const { image, parts } = await traceOnce(host, spec, { tellsParts: true }, models);
  const { floorY, bounds } = parts!;
  return { ...size, plate: image.rgba, ...readParts(parts!.parts, parts!.reflection), floorY, bounds };
}

/** The whole way of an answer: settled, composed, counted. */
export async function keepProduct(
  host: TraceHost,
  recipe: RenderSpec,
  plate: PlateParts,
  answer: Uint8Array,
  size: Size,
  bandPixels?: number,
): Promise<
  KeptCount & {
    readonly rgba: Uint8Array;
    readonly product: Uint8Array;
    readonly settled: SettledSurroundings;
  }
> {
  const settled = await settleSurroundings(answer, plate, size);
  const { rgba, shadowShare, reflectionShare } = settled;
  const spec = keptSpec(recipe, size);
  const { image } = await traceOnce(
    host,
    spec,
    { surroundings: [{ rgba, shadowShare, reflectionShare }] },
    [PRODUCT],
    bandPixels,
  );
  return { ...countKept(image.product!, image), rgba: image.rgba, product: image.product!, settled };
}

export const smallRecipe = (changes: Partial<RenderSpec> = {}): RenderSpec =>
  createSpec(PRODUCT.hash, changes);

const rgbaOf = (plate: PlateParts) =>
  sharp(plate.plate, { raw: { width: plate.widthPx, height: plate.heightPx, channels: 4 } });

/** White noise, the same each time. */
function noise(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (Math.imul(i + 1, 2654435761) >>> 13) & 255);
}

/** What servers may send back, each as a file, by what is wrong with it. */
export const ANSWERS: Readonly<Record<string, (plate: PlateParts) => Promise<Uint8Array>>> = {
  'pure magenta': ({ widthPx: width, heightPx: height }) =>
    sharp({ create: { width, height, channels: 3, background: '#ff00ff' } })
      .png()
      .toBuffer(),
  noise: ({ widthPx: width, heightPx: height }) =>
    sharp(noise(width * height * 3), { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  'shifted 7 px': async (plate) => {
    const { widthPx: width, heightPx: height } = plate;
    const moved = await rgbaOf(plate).removeAlpha().extend({ left: 7, extendWith: 'copy' }).png().toBuffer();
    return sharp(moved).extract({ left: 0, top: 0, width, height }).png().toBuffer();
  },
  'scaled 1.02': async (plate) => {
    const { widthPx: width, heightPx: height } = plate;
    const [w, h] = [Math.round(width * 1.02), Math.round(height * 1.02)];
    const grown = await rgbaOf(plate).removeAlpha().resize(w, h, { fit: 'fill' }).png().toBuffer();
    const cut = { left: (w - width) >> 1, top: (h - height) >> 1, width, height };
    return sharp(grown).extract(cut).png().toBuffer();
  },
  'another size': (plate) => rgbaOf(plate).removeAlpha().resize(120, 88, { fit: 'fill' }).png().toBuffer(),
  'RGBA with alpha 0': ({ widthPx: width, heightPx: height }) => {
    const rgba = noise(width * height * 4).map((value, i) => (i % 4 === 3 ? 0 : value));
    return sharp(rgba, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
  },
  '16 bit': (plate) =>
    rgbaOf(plate).removeAlpha().toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer(),
  'Display P3': (plate) => rgbaOf(plate).removeAlpha().withIccProfile('p3').png().toBuffer(),
  'EXIF 6': (plate) => rgbaOf(plate).removeAlpha().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
};

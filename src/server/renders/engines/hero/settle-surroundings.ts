import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../../../contract/failure.ts';
import type { CameraPose } from '../../../../contract/render-spec.ts';
import { dither } from '../../../../tracer/post/composite-picture.ts';
import { createSrgbTables, type SrgbTables } from '../../../../tracer/post/srgb-tables.ts';
import { checkImage, openImage, openRgb } from '../../../images/open-image.ts';
import { movePicture } from './align/move-picture.ts';
import { isTooFar, layRight, measureShift, SHIFT_LEAST_PX } from './align-surroundings.ts';
import { estimateLight } from './estimate-light.ts';
import { fillUnknown } from './fill-product.ts';
import { type ColourDrift, fitDrift, NO_DRIFT } from './fit-drift.ts';
import { measureContact } from './measure-contact.ts';
import { measureDistances } from './measure-distances.ts';
import type { PlateParts, SettledSurroundings } from './plate-parts.ts';

/**
 * Pixels of the plate outside of the product that carry its edge as the model painted it, those behind them that its place is
 * filled from, and over how many the filling fades out.
 */
const RING = { edgePx: 3, sourcePx: 8, fadePx: 2 } as const;
/** Pixels of the product that are farther from its edge say how the model changed colours. */
const CORE_PX = 12;
/** A picture of 4096 px from a server takes 3 s to decode and resize. */
const PATIENCE = { seconds: 60 };
/** So many rows are worked on at a stretch. */
const ROWS = 32;

/**
 * Makes surroundings of the picture that an AI engine sent back: of the wanted size and sRGB whatever it sent, upright as its
 * pixels are, opaque, with the drift of its colours taken out and nothing left of the product it painted. All of that is
 * measured on the scale of the plate, where the model painted: a picture that was enlarged has a product edge as much wider.
 *
 * @param bytes PNG, JPEG or WebP. @param plate What it was made from.
 * @param camera Of the order, where the light that it was painted in is to be found; null: it is not looked for.
 * @throws AppError `file-format-unsupported`, `image-too-large`, `image-unreadable`.
 */
export async function settleSurroundings(
  bytes: Uint8Array,
  plate: PlateParts,
  size: { readonly widthPx: number; readonly heightPx: number },
  camera: CameraPose | null = null,
): Promise<SettledSurroundings> {
  await checkImage(bytes, 'result');
  const srgb = createSrgbTables();
  const { widthPx, heightPx, alpha } = plate;
  const came = linearise(await readPainted(bytes, plate), srgb);
  const truth = linearise(plate.plate, srgb);
  await setImmediate();

  const shift = measureShift(truth, came, alpha, plate);
  await setImmediate();
  // What slid farther is not the same picture any more: it stays where it was painted, and that is told.
  const hasSlid = shift !== null && isTooFar(shift, plate);
  const slid = hasSlid ? null : shift;
  const small = slid === null ? came : layRight(came, plate, slid);
  await setImmediate();

  const inwards = measureDistances((i) => alpha[i] !== 255, widthPx, heightPx);
  const core: number[] = [];
  for (let i = 0; i < alpha.length; i++) if ((inwards[i] ?? 0) > CORE_PX) core.push(i);
  const drift = fitDrift(small, truth, core);
  correct(small, drift);
  await setImmediate();

  const outwards = measureDistances((i) => (alpha[i] ?? 0) > 0, widthPx, heightPx);
  const contact = measureContact(small, plate, outwards, RING.edgePx + RING.fadePx);
  const isSource = (i: number): boolean => {
    const distance = outwards[i] ?? 0;
    return distance > RING.edgePx && distance <= RING.sourcePx;
  };
  const fill = fillUnknown(small, isSource, widthPx, heightPx);
  const share = Float32Array.from(outwards, (distance) =>
    Math.min(1, Math.max(0, 1 - (distance - RING.edgePx) / RING.fadePx)),
  );
  await setImmediate();

  const { floorY, bounds } = plate;
  const picture = { widthPx, heightPx, rgb: small };
  const light = camera && estimateLight({ picture, mask: alpha, camera, floorY, bounds });
  await setImmediate();

  const whole = await readPainted(bytes, size);
  const scale = size.widthPx / widthPx;
  const isMoved = slid !== null && Math.hypot(slid.x, slid.y) >= SHIFT_LEAST_PX;
  const by = { x: (slid?.x ?? 0) * scale, y: (slid?.y ?? 0) * scale };
  const rgba = isMoved ? await movePicture(whole, size, by, srgb) : whole;
  await cover(rgba, size, { widthPx, heightPx, fill, share }, drift, srgb);
  const shiftPx = shift && Math.round(Math.hypot(shift.x, shift.y) * scale * 100) / 100;
  return { ...size, rgba, ...contact, shiftPx, hasSlid, light };
}

/** A picture's pixels in a size: RGBA, opaque. Colours under an alpha come as they are. */
async function readPainted(
  bytes: Uint8Array,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): Promise<Uint8Array> {
  try {
    const opened = await openOpaque(bytes);
    const sized = opened.resize(widthPx, heightPx, { fit: 'fill', kernel: 'lanczos3' });
    return new Uint8Array(await sized.ensureAlpha().raw().toBuffer());
  } catch (cause) {
    throw new AppError({ code: 'image-unreadable', name: 'result' }, { cause });
  }
}

async function openOpaque(bytes: Uint8Array): Promise<ReturnType<typeof openImage>> {
  const image = () => openImage(bytes).timeout(PATIENCE).toColourspace('srgb');
  const { hasAlpha } = await openImage(bytes).metadata();
  if (!hasAlpha) return image();
  // A resize would weigh colours by an alpha before that is dropped.
  const { data, info } = await image().removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return openRgb(data, info.width, info.height).timeout(PATIENCE);
}

function linearise(rgba: Uint8Array, { decode }: SrgbTables): Float32Array {
  const rgb = new Float32Array((rgba.length / 4) * 3);
  for (let i = 0; i < rgba.length / 4; i++) {
    for (let k = 0; k < 3; k++) rgb[i * 3 + k] = decode[rgba[i * 4 + k] ?? 0] ?? 0;
  }
  return rgb;
}

function correct(rgb: Float32Array, drift: ColourDrift): void {
  if (drift === NO_DRIFT) return;
  for (let at = 0; at < rgb.length; at++) {
    const k = (at % 3) as 0 | 1 | 2;
    rgb[at] = Math.min(1, Math.max(0, (rgb[at] ?? 0) * drift.gain[k] + drift.offset[k]));
  }
}

/** What the product's place is filled with, and how much of it shows; both of the plate's size. */
interface Covering {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly fill: Float32Array;
  readonly share: Float32Array;
}

/** Takes the drift out and lays the filling over, row by row. What neither changes keeps its bytes. @param rgba Changed in place. */
async function cover(
  rgba: Uint8Array,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  covering: Covering,
  drift: ColourDrift,
  srgb: SrgbTables,
): Promise<void> {
  const { fill, share } = covering;
  const corrected = tabulate(drift, srgb);
  const columns = Array.from({ length: widthPx }, (_, x) => taps(x, widthPx, covering.widthPx));
  const place = { a: 0, b: 0, c: 0, d: 0, fx: 0, fy: 0 };
  const mix = (plane: Float32Array, floats: number, k: number): number => {
    const { a, b, c, d, fx, fy } = place;
    const top = (plane[a * floats + k] ?? 0) * (1 - fx) + (plane[b * floats + k] ?? 0) * fx;
    const bottom = (plane[c * floats + k] ?? 0) * (1 - fx) + (plane[d * floats + k] ?? 0) * fx;
    return top * (1 - fy) + bottom * fy;
  };
  for (let y = 0; y < heightPx; y++) {
    const row = taps(y, heightPx, covering.heightPx);
    place.fy = row.mix;
    for (let x = 0; x < widthPx; x++) {
      const column = columns[x] ?? row;
      place.fx = column.mix;
      place.a = row.from * covering.widthPx + column.from;
      place.b = row.from * covering.widthPx + column.to;
      place.c = row.to * covering.widthPx + column.from;
      place.d = row.to * covering.widthPx + column.to;
      const over = mix(share, 1, 0);
      if (over === 0 && drift === NO_DRIFT) continue;
      for (let k = 0; k < 3; k++) {
        const to = (y * widthPx + x) * 4 + k;
        const under = corrected[k * 256 + (rgba[to] ?? 0)] ?? 0;
        const value = over === 0 ? under : under + (mix(fill, 3, k) - under) * over;
        rgba[to] = Math.min(255, Math.floor(srgb.encode(value) + dither(x, y, k)));
      }
    }
    if (y % ROWS === ROWS - 1) await setImmediate();
  }
}

/** What each byte of red, then of green and blue, is without the drift: linear. */
function tabulate({ gain, offset }: ColourDrift, { decode }: SrgbTables): Float32Array {
  const table = new Float32Array(3 * 256);
  for (const k of [0, 1, 2] as const) {
    for (let byte = 0; byte < 256; byte++)
      table[k * 256 + byte] = Math.min(1, Math.max(0, (decode[byte] ?? 0) * gain[k] + offset[k]));
  }
  return table;
}

/** Between which two pixels of another size the middle of a pixel lies, and how near to the second. */
function taps(at: number, size: number, otherSize: number): { from: number; to: number; mix: number } {
  const place = Math.min(otherSize - 1, Math.max(0, ((at + 0.5) * otherSize) / size - 0.5));
  const from = Math.floor(place);
  return { from, to: Math.min(otherSize - 1, from + 1), mix: place - from };
}

import { setImmediate } from 'node:timers/promises';
import { converter, differenceCiede2000 } from 'culori';
import { decodeSrgb } from '../../../tracer/parse-colour.ts';
import type { Frame, Raster } from './frame.ts';
import { median } from './median.ts';

/** Side of the blocks whose average colours are compared: grain and the threads of a cloth do not count. */
const BLOCK_PX = 16;
/** Fewer pixels of a block, and fewer blocks of a material, have no colour to speak of. */
const BLOCK_MIN = { pixels: 64, blocks: 3 };
/** How many times brighter or darker a whole picture may be. */
const EXPOSURE_MAX = 4;
/** How many times brighter or darker than that one material may be: the light may come from another side. */
const LIGHT_MAX = 5;
/** The two together. */
const BRIGHTER_MAX = 8;
/** Luminance of what any surface reflects besides its own colour. */
const VEIL = 0.02;
/** Shading is taken out of a block up to this factor, and never divides by nothing. */
const SHADING = { max: 8, veil: 0.002 };

/** Linear light, red, green and blue. */
type Light = readonly [number, number, number];
interface Block {
  readonly scene: Light;
  readonly made: Light;
  /** How many times brighter than in the scene. */
  readonly gain: number;
}

const toLab = converter('lab65');
const differenceOf = differenceCiede2000();

/**
 * How far the colour of each material is from the scene's, CIEDE2000, as the median of its blocks. Shading does not
 * count: a block is as bright as the scene's, but for what no other light explains of its material.
 *
 * @param masks 255 is inside.
 * @returns In the order of the masks; null of one too small to have a colour.
 */
export async function compareColours(
  { picture, snapshot }: Pick<Frame, 'picture' | 'snapshot'>,
  masks: readonly Raster[],
): Promise<(number | null)[]> {
  const materials: Block[][] = [];
  for (const mask of masks) {
    const blocks = await averageBlocks(mask, picture, snapshot);
    materials.push(blocks.length < BLOCK_MIN.blocks ? [] : blocks);
  }
  const exposure = within(median(materials.flat().map(({ gain }) => gain)), EXPOSURE_MAX);
  return materials.map((blocks) => {
    if (blocks.length === 0) return null;
    const gain = median(blocks.map((block) => block.gain));
    const lit = within(exposure * within(gain / exposure, LIGHT_MAX), BRIGHTER_MAX);
    return median(blocks.map((block) => compareBlock(block, gain / lit)));
  });
}

/** @param rest How many times brighter the material is than light can make it; 1 is not at all. */
function compareBlock({ scene, made }: Block, rest: number): number {
  const shading = within((luminance(scene) + SHADING.veil) / (luminance(made) + SHADING.veil), SHADING.max);
  const [r, g, b] = made.map((value) => value * shading * rest) as unknown as Light;
  return differenceOf(
    toLab({ mode: 'lrgb', r: scene[0], g: scene[1], b: scene[2] }),
    toLab({ mode: 'lrgb', r, g, b }),
  );
}

async function averageBlocks(mask: Raster, picture: Raster, snapshot: Raster): Promise<Block[]> {
  const blocks: Block[] = [];
  for (let y = 0; y < mask.heightPx; y += BLOCK_PX) {
    for (let x = 0; x < mask.widthPx; x += BLOCK_PX) {
      const inside = listInside(mask, x, y);
      if (inside.length < BLOCK_MIN.pixels) continue;
      const [scene, made] = [average(snapshot, inside), average(picture, inside)];
      blocks.push({ scene, made, gain: (luminance(made) + VEIL) / (luminance(scene) + VEIL) });
    }
    await setImmediate();
  }
  return blocks;
}

function listInside({ pixels, widthPx, heightPx }: Raster, left: number, top: number): number[] {
  const inside: number[] = [];
  for (let y = top; y < Math.min(heightPx, top + BLOCK_PX); y++) {
    for (let x = left; x < Math.min(widthPx, left + BLOCK_PX); x++) {
      if (pixels[y * widthPx + x] === 255) inside.push(y * widthPx + x);
    }
  }
  return inside;
}

function average({ pixels }: Raster, inside: readonly number[]): Light {
  const sum: [number, number, number] = [0, 0, 0];
  for (const at of inside) {
    for (const k of [0, 1, 2] as const) sum[k] += LINEAR[pixels[at * 3 + k] ?? 0] ?? 0;
  }
  return [sum[0] / inside.length, sum[1] / inside.length, sum[2] / inside.length];
}

/** Linear light of an sRGB byte. */
const LINEAR = Float64Array.from({ length: 256 }, (_, byte) => decodeSrgb(byte / 255));

function luminance([red, green, blue]: Light): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Not more than `factor` times, nor less than a `factor`th. */
function within(value: number, factor: number): number {
  return Math.min(factor, Math.max(1 / factor, value));
}

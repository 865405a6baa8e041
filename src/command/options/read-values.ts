import { type PictureRatio, pictureSize } from '../../contract/camera/picture-frame.ts';
import { CAPTURE_SIZE_PX, PICTURE_MAX_PX, PICTURE_RATIOS } from '../../contract/constants.ts';
import { RenderQuality } from '../../contract/render-spec.ts';
import { RIG_PRESETS, type RigPreset } from '../../contract/scene/light-rig.ts';
import { HexColour } from '../../contract/shapes.ts';
import { suggestNames } from './suggest-names.ts';
import { UsageError } from './usage-error.ts';

/** Sides of a picture are multiples of this, see `picture-frame.ts`. */
const STEP_PX = 8;
const SIZE_MIN_PX = 64;
/** One side is never more than so many times the other. */
const RATIO_MAX = 16;

/** @throws UsageError. */
export function readWhole(option: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new UsageError(`--${option} is a whole number from ${min} to ${max}, not “${text}”.`);
}

/** @throws UsageError. */
export function readSize(
  size: string | undefined,
  ratio: string | undefined,
): { width: number; height: number } {
  const longest = size === undefined ? CAPTURE_SIZE_PX : readWhole('size', size, SIZE_MIN_PX, PICTURE_MAX_PX);
  if (longest % STEP_PX !== 0) throw new UsageError(`--size is a multiple of ${STEP_PX}, not ${longest}.`);
  const sides = ratio === undefined ? '1:1' : readRatio(ratio);
  const [across, upwards] = typeof sides === 'string' ? PICTURE_RATIOS[sides] : sides;
  const least = (SIZE_MIN_PX * Math.max(across, upwards)) / Math.min(across, upwards);
  // Sides are rounded to the next step: half of one less is as much.
  if (longest < least - STEP_PX / 2) {
    const size = Math.ceil(least / STEP_PX) * STEP_PX;
    throw new UsageError(
      `--size is at least ${size} with --ratio ${ratio}: no side is below ${SIZE_MIN_PX}.`,
    );
  }
  return pictureSize(sides, longest);
}

function readRatio(text: string): PictureRatio | readonly [number, number] {
  const [, across = 0, upwards = 0] = (/^(\d+):(\d+)$/.exec(text) ?? []).map(Number);
  const share = across / upwards;
  if (share >= 1 / RATIO_MAX && share <= RATIO_MAX) return [across, upwards];
  const offered = Object.keys(PICTURE_RATIOS).join(', ');
  throw new UsageError(`--ratio is two numbers such as ${offered}, not “${text}”.`);
}

/** @throws UsageError. */
export function readQuality(text: string | undefined): RenderQuality {
  const quality = RenderQuality.safeParse(text ?? 'standard');
  if (quality.success) return quality.data;
  throw new UsageError(`--quality is ${RenderQuality.options.join(', ')}, not “${text}”.`);
}

/** @returns Null for the house's own lights. @throws UsageError. */
export function readLight(text: string | undefined): RigPreset | null {
  if (text === undefined) return null;
  const preset = RIG_PRESETS.find((name) => name.toLowerCase() === text.toLowerCase());
  if (preset !== undefined) return preset;
  throw new UsageError(`There are no lights “${text}”.${suggestNames(text, RIG_PRESETS)}`);
}

/** @returns Decimal digits, as a recipe has them. @throws UsageError. */
export function readSeed(text: string | undefined): string {
  return String(readWhole('seed', text ?? '0', 0, Number.MAX_SAFE_INTEGER));
}

/** @returns Null leaves it to what is found in the file. @throws UsageError. */
export function readUp(text: string | undefined): 'y' | 'z' | null {
  if (text === undefined) return null;
  const axis = text.toLowerCase();
  if (axis === 'y' || axis === 'z') return axis;
  throw new UsageError(`--up is y or z, not “${text}”.`);
}

/** @returns Six digits in lower case; null for what is no colour. */
export function readColour(text: string): string | null {
  const [, digits = ''] = /^#([0-9a-f]{3})$/i.exec(text) ?? [];
  const long = digits === '' ? text : `#${[...digits].map((digit) => digit + digit).join('')}`;
  const colour = HexColour.safeParse(long.toLowerCase());
  return colour.success ? colour.data : null;
}

import {
  CHANNEL_PRESETS,
  type ChannelName,
  type ChannelPreset,
} from '../../contract/files/channel-presets.ts';
import { suggestNames } from './suggest-names.ts';
import { UsageError } from './usage-error.ts';

export const CHANNEL_NAMES = Object.keys(CHANNEL_PRESETS) as ChannelName[];
/** Sides of a picture are multiples of this, see `picture-frame.ts`. */
const STEP_PX = 8;

/** @returns Null: no channel, the picture stays as it is made. @throws UsageError. */
export function readChannel(text: string | undefined): ChannelPreset | null {
  if (text === undefined) return null;
  const name = CHANNEL_NAMES.find((one) => one === text.toLowerCase());
  if (name !== undefined) return CHANNEL_PRESETS[name];
  throw new UsageError(`There is no sales channel “${text}”.${suggestNames(text, CHANNEL_NAMES)}`);
}

/** The smallest picture of a channel's exact ratio that has all of its pixels. */
export function sizeForChannel({ widthPx, heightPx }: ChannelPreset): { width: number; height: number } {
  const divisor = commonDivisor(widthPx, heightPx);
  const [across, down] = [(STEP_PX * widthPx) / divisor, (STEP_PX * heightPx) / divisor];
  const times = Math.ceil(widthPx / across);
  return { width: across * times, height: down * times };
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

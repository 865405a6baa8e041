import type { ChannelPreset } from '../../contract/files/channel-presets.ts';
import { readChannel } from '../options/read-channel.ts';
import { type LookWish, readLook } from '../options/read-look.ts';
import { UsageError } from '../options/usage-error.ts';
import { TRANSPARENT } from '../recipe/choose-background.ts';

/** What a picture is asked for with, in the words of a command line or a sheet. */
export interface ShotWish {
  /** Path of the model. */
  readonly model: string;
  /** `PART=NAME`. */
  readonly materials: readonly string[];
  readonly background: string | undefined;
  readonly view: string | undefined;
  readonly light: string | undefined;
  readonly size: string | undefined;
  readonly ratio: string | undefined;
  readonly quality: string | undefined;
  readonly seed: string | undefined;
  readonly up: string | undefined;
  /** Path of a file that dresses and lights the product before what is said here. */
  readonly look: string | undefined;
  readonly channel: string | undefined;
}

/** What of a wish is known before a model is opened. */
export interface ShotPlan {
  readonly look: LookWish | null;
  /** Null: the picture stays as it is made. */
  readonly channel: ChannelPreset | null;
  /** The product alone is made. */
  readonly isTransparent: boolean;
  /** The file has no background. */
  readonly hasAlpha: boolean;
}

/** @throws UsageError for words that are none, or do not go together. */
export async function planShot(wish: ShotWish, cwd: string): Promise<ShotPlan> {
  const channel = readChannel(wish.channel);
  const look = await readLook(wish.look, cwd);
  if (channel !== null && (wish.size !== undefined || wish.ratio !== undefined))
    throw new UsageError(`The channel ${wish.channel} says the size: leave size and ratio out.`);
  const isWhite = channel?.ground === 'white';
  if (isWhite && wish.background !== undefined)
    throw new UsageError(`The channel ${wish.channel} wants the product on white: leave the background out.`);
  const hasAlpha = !isWhite && (wish.background ?? look?.background) === TRANSPARENT;
  return { look, channel, isTransparent: isWhite || hasAlpha, hasAlpha };
}

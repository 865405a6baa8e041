import type { PictureSpace, PrintDpi } from './picture-colour.ts';

/** What a sales channel asks of a picture. */
export interface ChannelPreset {
  readonly widthPx: number;
  readonly heightPx: number;
  /** `white`: the product alone on pure white. `kept`: the picture's own background. */
  readonly ground: 'white' | 'kept';
  /** Share of the frame that the product takes along the side where it is tighter; null leaves it as it stands. */
  readonly fill: number | null;
}

/** Each by its channel's own rules; the sizes are exact. */
export const CHANNEL_PRESETS = {
  /** Amazon's main image: pure white, the product fills 85 % of the frame. */
  amazon: { widthPx: 2000, heightPx: 2000, ground: 'white', fill: 0.85 },
  shopify: { widthPx: 2048, heightPx: 2048, ground: 'kept', fill: null },
  'instagram-4x5': { widthPx: 1080, heightPx: 1350, ground: 'kept', fill: null },
  'instagram-9x16': { widthPx: 1080, heightPx: 1920, ground: 'kept', fill: null },
} as const satisfies Readonly<Record<string, ChannelPreset>>;
export type ChannelName = keyof typeof CHANNEL_PRESETS;

export type PictureFormat = 'jpeg' | 'webp' | 'png';

/** How a finished picture leaves. */
export interface PictureWish {
  /** Null: as large as it was made. */
  readonly channel: ChannelName | null;
  readonly format: PictureFormat;
  /** The product without its background; not with JPEG, nor where the channel wants white. */
  readonly isTransparent: boolean;
  /** What its numbers mean, with the profile in the file; absent: sRGB. */
  readonly space?: PictureSpace;
  /** What it says of its size in print; absent: nothing. WebP cannot. */
  readonly dpi?: PrintDpi;
}

/** Whether a wish cannot be met without the product's silhouette. */
export function needsSilhouette({ channel, isTransparent }: PictureWish): boolean {
  return isTransparent || (channel !== null && CHANNEL_PRESETS[channel].ground === 'white');
}

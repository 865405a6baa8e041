import type { ChannelPreset } from '../../../contract/files/channel-presets.ts';

/** Pixels of a picture. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A frame, and where in it a picture's corner lies, in the frame's pixels, and how large its pixels are. */
export interface Placement extends Size {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Air around a product that a crop leaves, of the product's own size. */
const MARGIN = 0.05;

/**
 * Places a picture in the frame of a channel. To fill a share the product is centred; else the frame is filled with as
 * much of the picture as leaves the product whole, and only where the product is too long for that a strip stays free.
 *
 * @param product Null where it is not known: then nothing is cut off.
 * @param preset Null: the picture as it is.
 */
export function placePicture(picture: Size, product: Box | null, preset: ChannelPreset | null): Placement {
  if (preset === null) return { ...picture, x: 0, y: 0, scale: 1 };
  const { widthPx, heightPx, fill } = preset;
  const frame = { widthPx, heightPx };
  if (fill !== null && product !== null) {
    const scale = fill * Math.min(widthPx / product.width, heightPx / product.height);
    const x = widthPx / 2 - scale * (product.left + product.width / 2);
    const y = heightPx / 2 - scale * (product.top + product.height / 2);
    return { ...frame, x, y, scale };
  }
  const across = widthPx / picture.widthPx;
  const down = heightPx / picture.heightPx;
  const whole = Math.min(across, down);
  const room = 1 + 2 * MARGIN;
  const fits =
    product === null ? whole : Math.min(widthPx / (product.width * room), heightPx / (product.height * room));
  const scale = Math.min(Math.max(across, down), Math.max(whole, fits));
  const box = product ?? { left: 0, top: 0, width: picture.widthPx, height: picture.heightPx };
  return {
    ...frame,
    x: placeAlong(widthPx, picture.widthPx * scale, scale * (box.left + box.width / 2)),
    y: placeAlong(heightPx, picture.heightPx * scale, scale * (box.top + box.height / 2)),
    scale,
  };
}

/** In the middle where it is shorter than the frame; else around `centre`, without leaving a gap. */
function placeAlong(frame: number, length: number, centre: number): number {
  if (length <= frame) return (frame - length) / 2;
  return Math.min(0, Math.max(frame - length, frame / 2 - centre));
}

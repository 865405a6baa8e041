/** A picture in linear Rec. 709, rgb per pixel, row 0 at the top. 1 is display white. */
export interface LinearPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgb: Float32Array;
}

/** How large a picture is. */
export interface PictureSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A size of the same form, made smaller by a whole number where an edge would be longer than `maxPx`. */
export function boundSize(size: PictureSize, maxPx: number): PictureSize {
  return shrunkSize(size, Math.ceil(Math.max(size.widthPx, size.heightPx) / maxPx));
}

/** A size whose edges are so many times shorter. @param divisor Whole. */
export function shrunkSize({ widthPx, heightPx }: PictureSize, divisor: number): PictureSize {
  return { widthPx: Math.ceil(widthPx / divisor), heightPx: Math.ceil(heightPx / divisor) };
}

/** Rows of a picture. */
export interface Band {
  /** Its first row, from the top of the picture. */
  readonly top: number;
  readonly rows: number;
}

/** A finished picture: RGBA, sRGB, 8 bits, opaque, row 0 at the top. */
export interface FinishedPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Uint8Array;
}

/** Rec. 709 luminance. */
export function luminance(r: number, g: number, b: number): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Shrinks a picture by averaging whole areas; for statistics and light, where detail is noise. */
export function shrinkPicture(picture: LinearPicture, widthPx: number, heightPx: number): LinearPicture {
  const rgb = new Float32Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) {
    const y0 = Math.floor((y * picture.heightPx) / heightPx);
    const y1 = Math.max(y0 + 1, Math.floor(((y + 1) * picture.heightPx) / heightPx));
    for (let x = 0; x < widthPx; x++) {
      const x0 = Math.floor((x * picture.widthPx) / widthPx);
      const x1 = Math.max(x0 + 1, Math.floor(((x + 1) * picture.widthPx) / widthPx));
      let [r, g, b] = [0, 0, 0];
      for (let sy = y0; sy < y1; sy++) {
        const end = (sy * picture.widthPx + x1) * 3;
        for (let at = (sy * picture.widthPx + x0) * 3; at < end; at += 3) {
          r += picture.rgb[at] ?? 0;
          g += picture.rgb[at + 1] ?? 0;
          b += picture.rgb[at + 2] ?? 0;
        }
      }
      const count = (y1 - y0) * (x1 - x0);
      const to = (y * widthPx + x) * 3;
      rgb[to] = r / count;
      rgb[to + 1] = g / count;
      rgb[to + 2] = b / count;
    }
  }
  return { widthPx, heightPx, rgb };
}

/** Bilinear reading at u, v from 0 to 1 (top left to bottom right), clamped at the border. */
export function samplePicture(picture: LinearPicture, u: number, v: number, channel: number): number {
  const { widthPx, heightPx, rgb } = picture;
  const x = Math.min(widthPx - 1, Math.max(0, u * widthPx - 0.5));
  const y = Math.min(heightPx - 1, Math.max(0, v * heightPx - 0.5));
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const x1 = Math.min(widthPx - 1, x0 + 1);
  const y1 = Math.min(heightPx - 1, y0 + 1);
  const at = (px: number, py: number) => rgb[(py * widthPx + px) * 3 + channel] ?? 0;
  const top = at(x0, y0) + (at(x1, y0) - at(x0, y0)) * (x - x0);
  const bottom = at(x0, y1) + (at(x1, y1) - at(x0, y1)) * (x - x0);
  return top + (bottom - top) * (y - y0);
}

/** Rows of a picture that is stretched to another size, bilinear: a copy, which has no other rows. */
export function stretchPicture(
  picture: LinearPicture,
  { widthPx, heightPx }: PictureSize,
  { top, rows }: Band,
): LinearPicture {
  if (picture.widthPx === widthPx && picture.heightPx === heightPx) {
    const rgb = picture.rgb.slice(top * widthPx * 3, (top + rows) * widthPx * 3);
    return { widthPx, heightPx: rows, rgb };
  }
  const rgb = new Float32Array(widthPx * rows * 3);
  for (let y = top; y < top + rows; y++) {
    for (let x = 0; x < widthPx; x++) {
      for (let k = 0; k < 3; k++) {
        const value = samplePicture(picture, (x + 0.5) / widthPx, (y + 0.5) / heightPx, k);
        rgb[((y - top) * widthPx + x) * 3 + k] = value;
      }
    }
  }
  return { widthPx, heightPx: rows, rgb };
}

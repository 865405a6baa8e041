/** Colours of one size, each the mean of four of the size before, by how much is seen of them. */
interface Level {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Uint8ClampedArray;
}

/**
 * Gives pixels that are not seen the colours of those around them, in place; what is seen stays. Between a pixel that is
 * seen and one that is not, a picture is otherwise half as bright wherever it is drawn smaller or larger.
 *
 * @param rgba 8 bits, not premultiplied.
 */
export function bleedColours(rgba: Uint8ClampedArray, widthPx: number, heightPx: number): void {
  if (!hasHoles(rgba)) return;
  const levels: Level[] = [{ widthPx, heightPx, rgba }];
  for (let last = levels[0]; last !== undefined && last.widthPx * last.heightPx > 1; last = levels.at(-1)) {
    levels.push(halve(last));
  }
  for (let i = levels.length - 2; i >= 0; i--) fill(levels[i] as Level, levels[i + 1] as Level);
}

function hasHoles(rgba: Uint8ClampedArray): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] === 0) return true;
  return false;
}

function halve({ widthPx, heightPx, rgba }: Level): Level {
  const [width, height] = [Math.ceil(widthPx / 2), Math.ceil(heightPx / 2)];
  const half = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let [red, green, blue, seen] = [0, 0, 0, 0];
      for (let k = 0; k < 4; k++) {
        const px = Math.min(widthPx - 1, 2 * x + (k & 1));
        const py = Math.min(heightPx - 1, 2 * y + (k >> 1));
        const at = (py * widthPx + px) * 4;
        const alpha = rgba[at + 3] as number;
        red += (rgba[at] as number) * alpha;
        green += (rgba[at + 1] as number) * alpha;
        blue += (rgba[at + 2] as number) * alpha;
        seen += alpha;
      }
      if (seen === 0) continue;
      const to = (y * width + x) * 4;
      half[to] = red / seen;
      half[to + 1] = green / seen;
      half[to + 2] = blue / seen;
      // A trace of what is seen is enough to count.
      half[to + 3] = Math.max(1, seen / 4);
    }
  }
  return { widthPx: width, heightPx: height, rgba: half };
}

function fill({ widthPx, heightPx, rgba }: Level, half: Level): void {
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = (y * widthPx + x) * 4;
      if (rgba[at + 3] !== 0) continue;
      const from = ((y >> 1) * half.widthPx + (x >> 1)) * 4;
      rgba[at] = half.rgba[from] as number;
      rgba[at + 1] = half.rgba[from + 1] as number;
      rgba[at + 2] = half.rgba[from + 2] as number;
    }
  }
}

import sharp from 'sharp';

/** Runs of the digits 0 to 9, in modules, as the left half has them with odd parity (GS1 General Specifications 5.2). */
const RUNS = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'].map((runs) =>
  [...runs].map(Number),
);
/** Which digits of the left half are written backwards, by the first digit. */
const PARITIES = [
  'LLLLLL',
  'LLGLGG',
  'LLGGLG',
  'LLGGGL',
  'LGLLGG',
  'LGGLLG',
  'LGGGLL',
  'LGLGLG',
  'LGLGGL',
  'LGGLGL',
];
/** Light modules left and right of the bars. */
const QUIET = { left: 11, right: 7 };
/** Modules of a whole code with its quiet zones, each 0.33 mm at the usual size. */
export const EAN_MODULES = QUIET.left + 95 + QUIET.right;
export const EAN_WIDTH_MM = EAN_MODULES * 0.33;
/** Runs from the first bar to the last. */
const RUN_COUNT = 59;

function checkDigit(digits: readonly number[]): number {
  const sum = digits.slice(0, 12).reduce((all, digit, i) => all + digit * (i % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}

/** Black or white by module, quiet zones included; true is a bar. @param text 13 digits. */
function modulesOf(text: string): boolean[] {
  const digits = [...text].map(Number);
  if (!/^\d{13}$/.test(text) || checkDigit(digits) !== digits[12]) throw new Error(`${text} is no EAN-13`);
  const parity = PARITIES[digits[0] ?? 0] ?? '';
  const runs: number[] = [1, 1, 1];
  digits.slice(1, 7).forEach((digit, i) => {
    const odd = RUNS[digit] ?? [];
    runs.push(...(parity[i] === 'G' ? odd.toReversed() : odd));
  });
  runs.push(1, 1, 1, 1, 1);
  for (const digit of digits.slice(7)) runs.push(...(RUNS[digit] ?? []));
  runs.push(1, 1, 1);
  // The left half begins its digits light, the right half dark: runs alternate from the first bar on.
  const bars = runs.flatMap((length, i) => Array<boolean>(length).fill(i % 2 === 0));
  const light = (count: number) => Array<boolean>(count).fill(false);
  return [...light(QUIET.left), ...bars, ...light(QUIET.right)];
}

/** A code on white, as a PNG. @param heightModules Of the picture. */
export async function drawEan13(text: string, modulePx: number, heightModules: number): Promise<Buffer> {
  const modules = modulesOf(text);
  const [width, height] = [modules.length * modulePx, heightModules * modulePx];
  const row = Uint8Array.from({ length: width }, (_, x) => (modules[Math.floor(x / modulePx)] ? 0 : 255));
  const pixels = new Uint8Array(width * height);
  const margin = 2 * modulePx;
  for (let y = 0; y < height; y++) {
    if (y < margin || y >= height - margin) pixels.fill(255, y * width, (y + 1) * width);
    else pixels.set(row, y * width);
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .toColourspace('srgb')
    .png()
    .toBuffer();
}

/**
 * Reads a code along scanlines, every row in both directions. Strict: guards, parity and check digit must be right, and two
 * rows must say the same.
 *
 * @param rgba 8 bits, row 0 at the top.
 * @returns What most rows say; null where none, or one alone, says anything.
 */
export function readEan13(rgba: Uint8Array, widthPx: number, heightPx: number): string | null {
  const votes = new Map<string, number>();
  for (let y = 0; y < heightPx; y++) {
    const row = Float64Array.from({ length: widthPx }, (_, x) => {
      const at = (y * widthPx + x) * 4;
      return 0.2126 * rgba[at]! + 0.7152 * rgba[at + 1]! + 0.0722 * rgba[at + 2]!;
    });
    for (const line of [row, row.toReversed()]) {
      for (const text of readLine(line)) votes.set(text, (votes.get(text) ?? 0) + 1);
    }
  }
  const [best] = [...votes].sort(([, a], [, b]) => b - a);
  return best !== undefined && best[1] >= 2 ? best[0] : null;
}

/** Contrast below this is no print. */
const MIN_CONTRAST = 40;
/** Pixels around each that say what is dark there. */
const WINDOW = 24;
/** Sum of the squared distances, in modules, from which a digit is none. */
const MAX_MISS = 1.2;

function readLine(line: Float64Array): string[] {
  const edges = findEdges(line);
  const found: string[] = [];
  for (let first = 0; first + RUN_COUNT < edges.length; first++) {
    const edge = edges[first]!;
    if (!edge.isToDark) continue;
    const runs = Array.from({ length: RUN_COUNT }, (_, i) => edges[first + i + 1]!.at - edges[first + i]!.at);
    const modulePx = runs.reduce((sum, run) => sum + run, 0) / 95;
    const before = first === 0 ? edge.at : edge.at - edges[first - 1]!.at;
    const text = before < 4 * modulePx ? null : readRuns(runs);
    if (text !== null) found.push(text);
  }
  return found;
}

/** Where the line crosses the middle between dark and light around it, between pixels. */
function findEdges(line: Float64Array): { readonly at: number; readonly isToDark: boolean }[] {
  const middle = Array.from(line, (_, x) => {
    const around = line.subarray(Math.max(0, x - WINDOW), x + WINDOW + 1);
    const [low, high] = [Math.min(...around), Math.max(...around)];
    return high - low < MIN_CONTRAST ? null : (low + high) / 2;
  });
  const edges: { at: number; isToDark: boolean }[] = [];
  for (let x = 1; x < line.length; x++) {
    const threshold = middle[x];
    if (threshold == null) continue;
    const [a, b] = [line[x - 1]! - threshold, line[x]! - threshold];
    if (a > 0 === b > 0) continue;
    edges.push({ at: x - 1 + a / (a - b), isToDark: b <= 0 });
  }
  return edges;
}

function readRuns(runs: readonly number[]): string | null {
  const digits: number[] = [];
  let parity = '';
  for (const [at, codes] of [
    [3, 'LG'],
    [32, 'R'],
  ] as const) {
    for (let i = 0; i < 6; i++) {
      const read = readDigit(runs.slice(at + 4 * i, at + 4 * i + 4), codes);
      if (read === null) return null;
      digits.push(read.digit);
      if (codes === 'LG') parity += read.isBackwards ? 'G' : 'L';
    }
  }
  const first = PARITIES.indexOf(parity);
  const all = [first, ...digits];
  return first >= 0 && checkDigit(all) === all[12] ? all.join('') : null;
}

function readDigit(
  runs: readonly number[],
  codes: 'LG' | 'R',
): { readonly digit: number; readonly isBackwards: boolean } | null {
  const sum = runs.reduce((all, run) => all + run, 0);
  const sizes = runs.map((run) => (run / sum) * 7);
  let best = { digit: -1, isBackwards: false, miss: MAX_MISS };
  for (const [digit, odd] of RUNS.entries()) {
    for (const isBackwards of codes === 'LG' ? [false, true] : [false]) {
      const pattern = isBackwards ? odd.toReversed() : odd;
      // Ink that spreads moves both edges of a bar: bar and gap together stay.
      const pair = (list: readonly number[], i: number) => (list[i] ?? 0) + (list[i + 1] ?? 0);
      const miss =
        [0, 1, 2].reduce((all, i) => all + (pair(sizes, i) - pair(pattern, i)) ** 2, 0) +
        0.25 * sizes.reduce((all, size, i) => all + (size - (pattern[i] ?? 0)) ** 2, 0);
      if (miss < best.miss) best = { digit, isBackwards, miss };
    }
  }
  return best.digit < 0 ? null : best;
}

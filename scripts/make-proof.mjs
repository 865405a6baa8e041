// `npm run make:proof`: what offset printing on coated paper makes of the colours of sRGB, as a table that a page can look up
// (`src/workers/compute/export/coated-print.png`). A table in place of a profile: no browser converts to CMYK, and 36,000
// colours with an interpolation between them are within a level of it.
//
// From the measured patches of FOGRA39L (ISO 12647-2, paper type 1 or 2), which may be passed on (scripts/print/README.md):
// profiles that print shops use may not, and the one that libvips brings along is of no press. Colours are relative to the
// paper, with black point compensation, as print programs preview them. What cannot be printed becomes the nearest that can.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Colours along an edge of the table; `proof-picture.ts` has the same. */
const STEPS = 33;
/** Ink that a press can dry, in percent of all four. */
const MOST_INK = 330;
/** Smaller differences from the nearest colour that can be printed are nobody's to see. */
const SEEN = 2;
/** A level of the lower half of the table in CIELAB units; `proof-picture.ts` has the same. */
const LEVELS_PER_UNIT = 8;

const D50 = [0.9642, 1, 0.82491];
/** Linear sRGB to XYZ of D50, rows; and back. */
const TO_XYZ = [
  [0.43607, 0.38515, 0.14307],
  [0.22249, 0.71687, 0.06061],
  [0.01392, 0.09708, 0.7141],
];
const FROM_XYZ = [
  [3.13386, -1.61687, -0.49061],
  [-0.97877, 1.91614, 0.03345],
  [0.07194, -0.22899, 1.40524],
];

const times = (rows, v) => rows.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);
const decode = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const encode = (linear) => (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055);
const root3 = (t) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 / 116) * t + 16 / 116);
const cube = (f) => (f > 6 / 29 ? f ** 3 : (f - 16 / 116) * (27 / 24389) * 116);

function toLab(xyz) {
  const [x, y, z] = xyz.map((value, k) => root3(value / D50[k]));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function fromLab([l, a, b]) {
  const y = (l + 16) / 116;
  return [y + a / 500, y, y - b / 200].map((f, k) => cube(f) * D50[k]);
}

/** Patches by `c,m,y,k` in percent: CIELAB of D50, paper and all. */
function readPatches(text) {
  const [, data] = text.match(/BEGIN_DATA\r?\n([\s\S]*?)END_DATA/);
  const patches = new Map();
  for (const line of data.trim().split(/\r?\n/)) {
    const [, c, m, y, k, , , , ...lab] = line.trim().split(/\s+/).map(Number);
    patches.set([c, m, y, k].join(), lab);
  }
  return patches;
}

/** Of each amount of black the levels of the other inks whose every mixture was measured. */
function findGrids(patches) {
  const measured = [...patches.keys()].map((key) => key.split(',').map(Number));
  return [...new Set(measured.map(([, , , k]) => k))]
    .sort((a, b) => a - b)
    .map((k) => {
      const has = (c, m, y) => patches.has([c, m, y, k].join());
      let levels = [...new Set(measured.filter((patch) => patch[3] === k).map(([c]) => c))];
      levels = levels.filter((a) => has(a, a, a)).sort((a, b) => a - b);
      levels = levels.filter((a) => levels.every((b) => levels.every((c) => has(a, b, c))));
      return { k, levels };
    })
    .filter(({ levels }) => levels.includes(0) && levels.includes(100));
}

/** Which of rising levels are around a value, and how far it is from the lower to the upper one. */
function between(levels, value) {
  let i = 0;
  while (i < levels.length - 2 && levels[i + 1] < value) i++;
  return [levels[i], levels[i + 1], (value - levels[i]) / (levels[i + 1] - levels[i])];
}

const patches = readPatches(readFileSync(join(root, 'scripts/print/fogra39l.ti3'), 'utf8'));
const grids = findGrids(patches);
const paper = fromLab(patches.get('0,0,0,0'));
/** CIELAB of each patch as it looks to an eye that takes the paper for white. */
const relative = new Map(
  [...patches].map(([key, lab]) => [key, toLab(fromLab(lab).map((value, i) => (value / paper[i]) * D50[i]))]),
);

function printOnGrid({ k, levels }, inks) {
  const sides = inks.map((ink) => between(levels, ink));
  const lab = [0, 0, 0];
  for (let corner = 0; corner < 8; corner++) {
    const at = sides.map(([low, high], axis) => ((corner >> axis) & 1 ? high : low));
    const share = sides.reduce((all, [, , t], axis) => all * ((corner >> axis) & 1 ? t : 1 - t), 1);
    if (share === 0) continue;
    const patch = relative.get([...at, k].join());
    for (let i = 0; i < 3; i++) lab[i] += patch[i] * share;
  }
  return lab;
}

const blacks = grids.map(({ k }) => k);
/** What four inks, each 0 to 100, look like. */
function print([c, m, y, k]) {
  const [low, high, t] = between(blacks, k);
  const [a, b] = [low, high].map((black) => printOnGrid(grids[blacks.indexOf(black)], [c, m, y]));
  return a.map((value, i) => value + (b[i] - value) * t);
}

const LEVELS = [0, 5, 10, 20, 30, 40, 55, 70, 85, 100];
const samples = [];
for (const c of LEVELS)
  for (const m of LEVELS)
    for (const y of LEVELS)
      for (const k of blacks)
        if (c + m + y + k <= MOST_INK) samples.push({ inks: [c, m, y, k], lab: print([c, m, y, k]) });
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** The colour nearest to one that can be printed, by CIE76. */
function nearest(lab) {
  let best = samples[0];
  let least = Number.POSITIVE_INFINITY;
  for (const sample of samples) {
    const here = distance(sample.lab, lab);
    if (here < least) [best, least] = [sample, here];
  }
  let { inks } = best;
  let found = best.lab;
  for (let step = 8; step > 0.05; ) {
    let isBetter = false;
    for (let axis = 0; axis < 8; axis++) {
      const next = [...inks];
      next[axis >> 1] = Math.min(100, Math.max(0, next[axis >> 1] + (axis & 1 ? step : -step)));
      if (next.reduce((sum, ink) => sum + ink, 0) > MOST_INK) continue;
      const made = print(next);
      const here = distance(made, lab);
      if (here < least - 1e-6) [inks, found, least, isBetter] = [next, made, here, true];
    }
    if (!isBetter) step /= 2;
  }
  return { lab: found, distance: least };
}

// Black point compensation: no light of a screen is the least light of the press, in a straight line to white.
const darkest = Math.min(...samples.map(({ lab }) => fromLab([lab[0], 0, 0])[1]));
const toPress = (xyz) => xyz.map((value, i) => value * (1 - darkest) + darkest * D50[i]);
const toScreen = (xyz) => xyz.map((value, i) => (value - darkest * D50[i]) / (1 - darkest));

const rgb = new Uint8Array(STEPS ** 3 * 2 * 3);
let printable = 0;
for (let index = 0; index < STEPS ** 3; index++) {
  const wanted = [index % STEPS, Math.floor(index / STEPS) % STEPS, Math.floor(index / STEPS ** 2)];
  const values = wanted.map((step) => step / (STEPS - 1));
  const lab = toLab(toPress(times(TO_XYZ, values.map(decode))));
  const made = nearest(lab);
  if (made.distance < SEEN) printable++;
  const shown = made.distance < SEEN ? values : times(FROM_XYZ, toScreen(fromLab(made.lab))).map(encode);
  for (let k = 0; k < 3; k++) {
    rgb[index * 3 + k] = Math.round(255 * Math.min(1, Math.max(0, shown[k])));
    rgb[(STEPS ** 3 + index) * 3 + k] = Math.min(255, Math.round(made.distance * LEVELS_PER_UNIT));
  }
}
const file = join(root, 'src/workers/compute/export/coated-print.png');
await sharp(rgb, { raw: { width: STEPS, height: STEPS ** 2 * 2, channels: 3 } })
  .png({ compressionLevel: 9, effort: 10 })
  .toFile(file);
console.log(
  `${file}: ${printable} of ${STEPS ** 3} colours can be printed, black has ${darkest.toFixed(4)} of the paper's light`,
);

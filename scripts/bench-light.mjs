import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { differenceCiede2000, parse } from 'culori';
import { build } from 'esbuild';

/**
 * `npm run bench:light [--rooms=100] [--others=40] [--hued=40] [--camera=40] [--first=1]`: rooms with one known key light, traced from dice,
 * and how far off the light is that is found in them: degrees, and CIEDE2000 of the key and of the rest, medians, and degrees of nine in
 * ten. The last column is what white for every light would be wrong by. The last two kinds are harder for colours, and nearer to pictures:
 * floors that differ in hue as well as in brightness, as wood does, and tones that level off channel by channel, as those of cameras do.
 * What the numbers mean: docs/light-estimation.md. Never fails for a figure.
 */
const root = dirname(import.meta.dirname);
const cache = join(root, 'node_modules/.cache/bench');
const option = (name, otherwise) =>
  Number(process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise);
const first = option('first', 1);
mkdirSync(cache, { recursive: true });
const files = [
  'tests/support/rooms/draw-room',
  'tests/support/trace-host',
  'src/server/renders/engines/hero/estimate-light',
];
await build({
  stdin: { contents: files.map((file) => `export * from './${file}.ts';`).join('\n'), resolveDir: root },
  outfile: join(cache, 'light.mjs'),
  bundle: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
  logLevel: 'error',
  // Paths of the test support count from its own folder.
  define: { 'import.meta.dirname': JSON.stringify(join(root, 'tests/support')) },
});
const { buildKernel, drawRoom, estimateLight } = await import(join(cache, 'light.mjs'));
buildKernel();
const wasm = readFileSync(join(root, 'dist/tracer/kernel.wasm'));
const difference = differenceCiede2000();
const linear = ([r, g, b]) => ({ mode: 'lrgb', r, g, b });

const groups = [
  ['rooms', option('rooms', 100), { clutter: 'plain' }, first],
  ['rooms with other things', option('others', 40), { clutter: 'other' }, first + 1_000],
  ['rooms with hued floors', option('hued', 40), { hasHuedFloor: true }, first + 2_000],
  ["rooms with a camera's tones", option('camera', 40), { hasCameraTones: true }, first + 3_000],
];
console.log(`${'rooms'.padEnd(40)}  count   median  9 in 10   key  rest  white`);
for (const [name, count, options, seed] of groups) {
  if (count === 0) continue;
  const judged = Array.from({ length: count }, (_, at) => judge(drawRoom(wasm, seed + at, options)));
  const tell = (label, some) => {
    const row = [at(some, 'degrees', 0.5), at(some, 'degrees', 0.9)].map((one) => one.toFixed(1).padStart(8));
    const colours = ['key', 'rest', 'white'].map((one) => at(some, one, 0.5).toFixed(1).padStart(6));
    console.log(`${label.padEnd(40)}${String(some.length).padStart(7)} ${row.join(' ')}${colours.join('')}`);
  };
  tell(name, judged);
  tell(
    '  with the shadow of the product',
    judged.filter(({ hasShadow }) => hasShadow),
  );
  tell(
    '  without it',
    judged.filter(({ hasShadow }) => !hasShadow),
  );
  tell(
    '  sure enough to lead',
    judged.filter(({ confidence }) => confidence >= 0.5),
  );
}

function judge(room) {
  const { truth } = room;
  const found = estimateLight({ ...room, picture: room });
  const [one, other] = [
    [truth.azimuthDegrees, truth.elevationDegrees],
    [found.azimuth_degrees, found.elevation_degrees],
  ].map(([azimuth, elevation]) => {
    const [a, e] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180];
    return [Math.sin(a) * Math.cos(e), Math.sin(e), Math.cos(a) * Math.cos(e)];
  });
  const cosine = one.reduce((sum, value, k) => sum + value * other[k], 0);
  return {
    degrees: (Math.acos(Math.min(1, cosine)) * 180) / Math.PI,
    key: difference(linear(truth.colour), parse(found.colour)),
    rest: difference(linear(truth.ambient), parse(found.ambient)),
    white: difference(linear(truth.colour), parse('#ffffff')),
    confidence: found.confidence,
    hasShadow: truth.hasShadow,
  };
}

function at(judged, name, share) {
  const sorted = judged.map((one) => one[name]).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

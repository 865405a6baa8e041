import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import sharp from 'sharp';

/**
 * `npm run bench:labels [--count=100] [--picture=2048] [--out=folder]`: how many of so many Studio pictures of a bottle and
 * a carton, both 250 mm high, let the EAN-13 code on them be read (37 mm wide, the usual size), from where shops look. Only the
 * part of a standard picture with the code is traced, pixel for pixel as large as in the whole. With `--out` the parts lie
 * there. Fails below 95 in 100.
 */
const root = dirname(import.meta.dirname);
const cache = join(root, 'node_modules/.cache/bench');
const option = (name, otherwise) =>
  process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const count = Number(option('count', 100));
const picturePx = Number(option('picture', 2048));
const out = option('out', null);
const CUT_SHARE = 0.16;
const NEEDED = 0.95;
const FINISHES = ['print', 'matt', 'gloss'];

mkdirSync(cache, { recursive: true });
if (out !== null) mkdirSync(out, { recursive: true });
const files = [
  'tests/support/labelled-products',
  'tests/support/ean-13',
  'tests/support/trace-host',
  'src/tracer/trace-picture',
];
await build({
  stdin: { contents: files.map((file) => `export * from './${file}.ts';`).join('\n'), resolveDir: root },
  outfile: join(root, 'node_modules/.cache/bench/labels.mjs'),
  bundle: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
  logLevel: 'error',
  // Paths of the test support count from its own folder.
  define: { 'import.meta.dirname': JSON.stringify(join(root, 'tests/support')) },
});
const pieces = await import(join(cache, 'labels.mjs'));
pieces.buildKernel();
const host = await pieces.createTestHost(1, true);
const products = await pieces.makeProducts();
const cutPx = Math.round(picturePx * CUT_SHARE);
const tally = new Map();
let read = 0;
for (let i = 0; i < count; i++) {
  const product = products[i % products.length];
  const view = pieces.SHOP_VIEWS[(i >> 1) % pieces.SHOP_VIEWS.length];
  // Nobody stands at the very same place twice.
  const shift = ((i * 7) % 11) - 5;
  const finish = FINISHES[i % FINISHES.length];
  const pose = {
    azimuthDegrees: view.azimuthDegrees + shift,
    elevationDegrees: view.elevationDegrees + shift / 5,
  };
  const order = await pieces.orderCode(product, pose, picturePx, cutPx, {
    seed: String(i + 1),
    label: { finish },
  });
  for await (const event of pieces.tracePicture(order, host, new AbortController().signal)) {
    if (event.kind !== 'image') continue;
    const { rgba, widthPx, heightPx } = event;
    const isRead = pieces.readEan13(rgba, widthPx, heightPx) === pieces.CODE;
    read += isRead ? 1 : 0;
    const name = `${product.name}, ${view.name}`;
    const [good, all] = tally.get(name) ?? [0, 0];
    tally.set(name, [good + (isRead ? 1 : 0), all + 1]);
    if (out === null) continue;
    const png = await sharp(rgba, { raw: { width: widthPx, height: heightPx, channels: 4 } })
      .png()
      .toBuffer();
    writeFileSync(join(out, `${i}-${product.name}-${finish}-${isRead ? 'read' : 'lost'}.png`), png);
  }
}
for (const [name, [good, all]] of tally) console.log(`${name.padEnd(24)} ${good} of ${all}`);
console.log(`read ${read} of ${count}`);
if (read < NEEDED * count) process.exitCode = 1;

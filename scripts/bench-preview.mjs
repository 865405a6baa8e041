import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { converter, differenceCiede2000 } from 'culori';
import draco from 'draco3dgltf';
import { MeshoptDecoder } from 'meshoptimizer';
import sharp from 'sharp';
import { normalise, openStudio } from './bench-pictures/open-studio.mjs';
import { openBenchBrowser } from './bench-viewer/open-bench-browser.mjs';
import { serveBench } from './bench-viewer/serve-bench.mjs';

/**
 * `npm run bench:preview [--background=#rrggbb] [--size=256] [--floor={"gloss":1}] [file ...]`: how far the stage is from the picture of Studio
 * that is bought: the median of CIEDE2000 over the product's pixels and over those of the background, seen from the same
 * place. Without files it takes the project's sample product and the products of the samples beside the project. The
 * pictures stand side by side in
 * node_modules/.cache/bench/preview: stage, picture, difference.
 */
const root = dirname(import.meta.dirname);
const cache = join(root, 'node_modules/.cache/bench');
const samples = join(root, '../shared/samples');
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const PRODUCTS = [
  'glb/WaterBottle.glb',
  'glb/ToyCar.glb',
  'glb/SheenChair.glb',
  'glb/ClearcoatWicker.glb',
  'glb/MaterialsVariantsShoe.glb',
  'glb/GlassHurricaneCandleHolder.glb',
  'glb/CesiumMilkTruck.glb',
  'glb/ExplodingBarrel.glb',
  'glb/Fox.glb',
  'glb/GreySnapper_vertexColors.glb',
  'glb/RiggedFigure.glb',
  'glb/TruckYellow_kenney.glb',
  'glb/TowTruckParts_godot.glb',
  'glb/controller_htc-vive.glb',
  'glb/stylus_mx-ink.glb',
  'glb/ClearCoatTest.glb',
  'glb/SpecularTest.glb',
  'glb/BoxAnimated.glb',
  'gltf/FlightHelmet',
  'gltf/plastic_monobloc_chair',
];
/** As issue and documents have it: the product's and the background's median. */
const WANTED = { product: 4, background: 2 };

const option = (name, otherwise) =>
  process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const colour = option('background', '#c9cdd2');
const sizePx = Number(option('size', 256));
const named = process.argv.slice(2).filter((text) => !text.startsWith('--'));
const house = join(root, 'content/sample.glb');
const paths =
  named.length > 0 ? named : [house, ...PRODUCTS.map((path) => join(samples, path))].filter(existsSync);

await MeshoptDecoder.ready;
const decoders = { draco: await draco.createDecoderModule(), meshopt: MeshoptDecoder };
const io = new NodeIO()
  .registerExtensions(ALL_EXTENSIONS)
  .registerDependencies({ 'draco3d.decoder': decoders.draco, 'meshopt.decoder': MeshoptDecoder });
const { pieces, host } = await openStudio(cache, ['contract/http/render-defaults']);
const floor = { ...pieces.RENDER_DEFAULTS.floor, ...JSON.parse(option('floor', '{}')) };
const products = [];
for (const path of paths) products.push(await readProduct(path));
mkdirSync(join(cache, 'preview'), { recursive: true });
const served = await serveBench({
  root: join(import.meta.dirname, 'bench-preview/page'),
  files: Object.fromEntries(products.map(({ name, glb }) => [`/models/${name}.glb`, glb])),
});
const browser = await openBenchBrowser();
const rows = [];
try {
  const page = await browser.newPage();
  await page.goto(`${served.origin}/`);
  await page.waitForFunction(() => 'bench' in window);
  for (const product of products) rows.push(await compare(page, product));
} finally {
  await browser.close();
  await served.close();
}
const worst = (field) => Math.max(...rows.map((row) => row[field]));
const middle = (field) => median(rows.map((row) => row[field]));
console.log(
  `\n${rows.length} products on ${colour}: product ${middle('product').toFixed(1)} in the middle, ${worst('product').toFixed(1)} at most (${WANTED.product} wanted, held by ${rows.filter(({ product }) => product <= WANTED.product).length}); ` +
    `background ${middle('background').toFixed(1)} and ${worst('background').toFixed(1)} (${WANTED.background} wanted, held by ${rows.filter(({ background }) => background <= WANTED.background).length})`,
);

/** @param path Of a GLB, or of a folder with a glTF in it. */
async function readProduct(path) {
  const isFile = path.endsWith('.glb');
  let glb;
  if (isFile) glb = new Uint8Array(readFileSync(path));
  else {
    const document = await io.read(
      join(
        path,
        readdirSync(path).find((file) => file.endsWith('.gltf')),
      ),
    );
    const [buffer, ...others] = document.getRoot().listBuffers();
    for (const accessor of document.getRoot().listAccessors()) accessor.setBuffer(buffer);
    for (const other of others) other.dispose();
    glb = await io.writeBinary(document);
  }
  const { normalisation } = await normalise(pieces, glb, decoders);
  return { name: basename(path, '.glb'), glb, normalisation };
}

async function compare(page, { name, glb, normalisation }) {
  const shot = await page.evaluate(
    (args) => window.bench.shoot(...args),
    [`/models/${name}.glb`, normalisation, { kind: 'colour', colour }, sizePx, floor],
  );
  const stage = Buffer.from(shot.snapshot, 'base64');
  const alpha = Buffer.from(shot.alpha, 'base64');
  const picture = await render(glb, normalisation, shot.pose);
  const differences = measure(stage, picture);
  const product = [];
  const background = [];
  const brighter = [];
  for (const [at, difference] of differences.entries()) {
    if (alpha[at * 4] === 255) {
      product.push(difference);
      brighter.push((lightOf(stage, at) + 0.5) / (lightOf(picture, at) + 0.5));
    } else if (alpha[at * 4] === 0) background.push(difference);
  }
  await draw(name, stage, picture, differences);
  const row = {
    name,
    product: median(product),
    product90: quantile(product, 0.9),
    background: median(background),
    background90: quantile(background, 0.9),
    brighter: median(brighter),
  };
  const cells = [row.product, row.product90, row.background, row.background90];
  console.log(
    name.padEnd(32) +
      cells.map((value) => value.toFixed(1).padStart(8)).join('') +
      `${row.brighter.toFixed(2).padStart(8)} as light`,
  );
  return row;
}

/** The picture of Studio as RGBA. */
async function render(glb, normalisation, pose) {
  const modelHash = createHash('sha256').update(glb).digest('hex');
  const spec = {
    scene: {
      modelHash,
      normalisation,
      modelTransform: IDENTITY,
      hiddenNodes: [],
      dressings: [],
      toneMapping: 'neutral',
      exposure: 0.6,
      floor,
    },
    camera: pose,
    background: { kind: 'colour', colour },
    style: null,
    passes: { lightmap: null },
    creativity: 0,
    seed: '1',
    batchSize: 1,
    widthPx: sizePx,
    heightPx: sizePx,
    quality: 'standard',
  };
  const events = host.trace({ spec, files: new Map([[modelHash, glb]]) }, new AbortController().signal);
  for await (const event of events)
    if (event.kind === 'image') return sharp(event.png).ensureAlpha().raw().toBuffer();
  throw new Error('no picture came');
}

/** CIEDE2000 of each pixel. */
function measure(one, other) {
  const toLab = converter('lab65');
  const between = differenceCiede2000();
  const lab = (rgba, at) =>
    toLab({ mode: 'rgb', r: rgba[at * 4] / 255, g: rgba[at * 4 + 1] / 255, b: rgba[at * 4 + 2] / 255 });
  return Float32Array.from({ length: one.length / 4 }, (_, at) => between(lab(one, at), lab(other, at)));
}

/** CIE lightness, 0 to 100. */
function lightOf(rgba, at) {
  return converter('lab65')({
    mode: 'rgb',
    r: rgba[at * 4] / 255,
    g: rgba[at * 4 + 1] / 255,
    b: rgba[at * 4 + 2] / 255,
  }).l;
}

/** Stage, picture and difference, where black is none and white is 20. */
async function draw(name, stage, picture, differences) {
  const raw = { raw: { width: sizePx, height: sizePx, channels: 4 } };
  const map = Buffer.alloc(stage.length, 255);
  for (const [at, difference] of differences.entries()) {
    for (let k = 0; k < 3; k++) map[at * 4 + k] = Math.min(255, difference * 12.75);
  }
  const parts = await Promise.all([stage, picture, map].map((rgba) => sharp(rgba, raw).png().toBuffer()));
  await sharp({ create: { width: 3 * sizePx, height: sizePx, channels: 3, background: '#000000' } })
    .composite(parts.map((input, index) => ({ input, left: index * sizePx, top: 0 })))
    .png()
    .toFile(join(cache, 'preview', `${name}.png`));
}

function median(values) {
  return quantile(values, 0.5);
}

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import draco from 'draco3dgltf';
import { MeshoptDecoder } from 'meshoptimizer';
import sharp from 'sharp';
import { normalise, openStudio } from './bench-pictures/open-studio.mjs';
import { PRODUCTS } from './gallery/products.mjs';
import { LABEL_SVG, SHOTS, SIZES } from './gallery/shots.mjs';

/**
 * `npm run make:gallery [--only=glass,lamp] [--sizes=square] [--quality=draft] [--scale=0.5]`: eight products of our own in three sizes
 * each, by the Studio engine as the server runs it, and their contact sheet docs/gallery.webp once all are there. The pictures
 * are in node_modules/.cache/gallery, or in another folder of that cache (`--folder=`). Takes half an hour on two cores.
 */
const root = dirname(import.meta.dirname);
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const FOV_DEGREES = 26;
/** Share of the picture that the product fills. */
const FILL = 0.86;
/** Of the contact sheet, px. */
const CELL = { width: 320, height: 320 };

const option = (name, otherwise) =>
  process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const cache = join(root, 'node_modules/.cache', option('folder', 'gallery'));
const names = option('only', Object.keys(PRODUCTS).join(',')).split(',');
const sizes = option('sizes', Object.keys(SIZES).join(',')).split(',');
const scale = Number(option('scale', 1));
mkdirSync(cache, { recursive: true });
await MeshoptDecoder.ready;
const decoders = { draco: await draco.createDecoderModule(), meshopt: MeshoptDecoder };
const { pieces, host } = await openStudio(cache, [
  'tracer/light/rig-presets',
  'contract/http/render-defaults',
]);
for (const name of names) for (const size of sizes) await render(name, size);
const pictures = Object.keys(PRODUCTS).flatMap((name) =>
  Object.keys(SIZES).map((size) => `${name}-${size}.png`),
);
if (pictures.every((file) => existsSync(join(cache, file)))) await drawSheet();

async function render(name, size) {
  const shot = SHOTS[name];
  const glb = await PRODUCTS[name]();
  const [widthPx, heightPx] = SIZES[size].map((px) => Math.round(px * scale));
  const files = new Map();
  const keep = (bytes) => {
    const hash = createHash('sha256').update(bytes).digest('hex');
    files.set(hash, new Uint8Array(bytes));
    return hash;
  };
  const modelHash = keep(glb);
  const { normalisation, half } = await normalise(pieces, glb, decoders);
  const dressings = await (await readMaterials(glb, shot.dressings ?? [])).map(dress(keep));
  const labels = shot.label ? [await wrapLabel(keep, normalisation)] : [];
  const rig = pieces.openRigPreset(shot.rig);
  const spec = {
    scene: {
      modelHash,
      normalisation,
      modelTransform: IDENTITY,
      hiddenNodes: [],
      dressings,
      labels,
      toneMapping: 'neutral',
      exposure: 0.6,
      lightRig: { ...rig, level: rig.level * (shot.level ?? 1) },
      floor: { ...pieces.RENDER_DEFAULTS.floor, ...shot.floor },
    },
    camera: aim(shot.views[size], half, widthPx, heightPx),
    background: { kind: 'colour', colour: shot.background },
    style: null,
    passes: { lightmap: null },
    creativity: 0,
    seed: '1',
    batchSize: 1,
    widthPx,
    heightPx,
    quality: option('quality', 'standard'),
  };
  const started = process.cpuUsage();
  for await (const event of host.trace({ spec, files }, new AbortController().signal)) {
    if (event.kind === 'warnings') console.log(event.warnings);
    if (event.kind !== 'image') continue;
    writeFileSync(join(cache, `${name}-${size}.png`), event.png);
  }
  const { user, system } = process.cpuUsage(started);
  console.log(`${name}-${size}: ${widthPx} x ${heightPx}, ${((user + system) / 1e6).toFixed(0)} CPU s`);
}

/** A camera that has the whole box in its picture, or nearer to a part of it. */
function aim(
  [azimuthDegrees, elevationDegrees, { close = 1, at = [0, 0, 0] } = {}],
  half,
  widthPx,
  heightPx,
) {
  const [a, e] = [azimuthDegrees, elevationDegrees].map((degrees) => (degrees * Math.PI) / 180);
  const out = [Math.sin(a) * Math.cos(e), Math.sin(e), Math.cos(a) * Math.cos(e)];
  const right = [Math.cos(a), 0, -Math.sin(a)];
  const up = [-Math.sin(a) * Math.sin(e), Math.cos(e), -Math.cos(a) * Math.sin(e)];
  const reach = (axis) => axis.reduce((sum, value, k) => sum + Math.abs(value) * half[k], 0);
  const tangent = Math.tan((FOV_DEGREES / 2 / 180) * Math.PI);
  // The field of view is that of the square around the picture.
  const [across, upwards] = [widthPx, heightPx].map((px) => px / Math.max(widthPx, heightPx));
  const apart = Math.max(reach(up) / upwards, reach(right) / across) / FILL / tangent;
  const distance = (apart + reach(out)) / close;
  const target = at.map((share, k) => share * half[k]);
  return {
    position: target.map((value, k) => value + out[k] * distance),
    target,
    up: [0, 1, 0],
    quaternion: [0, 0, 0, 1],
    fovDegrees: FOV_DEGREES,
  };
}

/** Numbers of materials by their names. */
function readMaterials(glb, wanted) {
  const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  const { materials } = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length)));
  return wanted.map(([name, fabric, tileSize]) => [
    materials.findIndex((m) => m.name === name),
    fabric,
    tileSize,
  ]);
}

/** A fabric of the library on a material. */
function dress(keep) {
  return ([materialIndex, fabric, tileSize]) => {
    const read = (suffix) => keep(readFileSync(join(root, `content/materials/${fabric}${suffix}.webp`)));
    return {
      materialIndex,
      kind: 'library',
      textureHash: read(''),
      maps: { normalHash: read('-normal'), roughnessHash: null },
      libraryId: null,
      name: fabric,
      colour: '#ffffff',
      metalness: 0,
      roughness: 0.95,
      tileSize,
      rotationRadians: 0,
      bumpHeight: 0,
    };
  };
}

/** The label of `shots.mjs` around the lower half of the bottle: 110 by 82 mm. */
async function wrapLabel(keep, normalisation) {
  const [unit] = normalisation;
  const radius = 0.0365 * unit;
  return {
    imageHash: keep(await sharp(Buffer.from(LABEL_SVG)).png().toBuffer()),
    name: 'label',
    target: { kind: 'all' },
    position: [0, 0.085 * unit + normalisation[13], radius],
    normal: [0, 0, 1],
    axis: [0, 1, 0],
    radius,
    projection: 'wrapped',
    width: 0.11 * unit,
    height: 0.0825 * unit,
    rotationRadians: 0,
    depth: 0.0008 * unit,
    finish: 'matt',
    opacity: 1,
    hasUnderprint: true,
  };
}

/** All of them, six in a row. */
async function drawSheet() {
  const columns = 6;
  const rows = Math.ceil(pictures.length / columns);
  const cells = await Promise.all(
    pictures.map(async (file, i) => ({
      input: await sharp(join(cache, file)).resize(CELL.width, CELL.height, { fit: 'cover' }).toBuffer(),
      left: (i % columns) * CELL.width,
      top: Math.floor(i / columns) * CELL.height,
    })),
  );
  const size = { width: columns * CELL.width, height: rows * CELL.height };
  await sharp({ create: { ...size, channels: 3, background: '#ffffff' } })
    .composite(cells)
    .webp({ quality: 82 })
    .toFile(join(root, 'docs/gallery.webp'));
}

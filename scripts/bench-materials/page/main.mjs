import { openWorkers } from '../../../src/workers/open.ts';
import { openPlain } from './open-plain.mjs';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** As `WEBP_PHOTO_QUALITY`. */
const QUALITY = 0.92;

const host = document.getElementById('host');
const workers = openWorkers('?viewer=worker');

/** Each shows a model and gives back a function that dresses all of its materials with a picture. */
const stages = {
  async ours(glb, materialCount) {
    const viewer = workers.openViewer(host);
    await viewer.graphics();
    const frame = { normalisation: IDENTITY, modelTransform: IDENTITY, upAxis: 'Y_UP', hiddenNodes: [] };
    await viewer.api.show({ id: 'model', glb, ...frame });
    await viewer.api.fitCamera(0);
    return (texture) =>
      viewer.api.setDressings(
        Array.from({ length: materialCount }, (_, materialIndex) => ({
          dressing: dress(materialIndex),
          texture,
        })),
      );
  },
  plain: (glb) => openPlain(host, glb),
};

function dress(materialIndex) {
  return {
    kind: 'library',
    materialIndex,
    textureHash: '0'.repeat(64),
    libraryId: null,
    name: 'measured',
    colour: '#ffffff',
    metalness: 0,
    roughness: 0.6,
    tileSize: 1,
    rotationRadians: 0,
    bumpHeight: 0,
  };
}

/** Each makes WebP of pictures. */
const encoders = {
  ours: (files) => Promise.all(files.map((file) => workers.compute().encodeUpload(file))),
  /** What a page without workers does: the canvas, one picture after the other. */
  async plain(files) {
    const images = [];
    for (const file of files) {
      const bitmap = await createImageBitmap(file);
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext('2d').drawImage(bitmap, 0, 0);
      bitmap.close();
      images.push(await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY }));
    }
    return images;
  },
};

const averagers = {
  ours: (image) => workers.compute().averageColour(image),
  /** As it comes: from a copy of 100 pixels. */
  plain: (image) => averageByPeer(image, 'speed'),
  exact: (image) => averageByPeer(image, 'precision'),
};

async function averageByPeer(image, mode) {
  const { FastAverageColor } = await import(
    /* @vite-ignore */ new URL('/peers/fast-average-color/dist/index.esm.js', location).href
  );
  const address = URL.createObjectURL(image);
  return (await new FastAverageColor().getColorAsync(address, { algorithm: 'simple', mode })).hex;
}

let wear = null;
let texture = null;

window.bench = {
  async show(contender, model, picture, materialCount) {
    texture = await fetchBlob(picture);
    wear = await stages[contender](await fetchBlob(model), materialCount);
    await quiet();
  },
  /** @returns Epoch milliseconds at which the dressing began. */
  async dress() {
    const started = performance.timeOrigin + performance.now();
    await wear(texture);
    return started;
  },
  /** @returns Milliseconds for all, their bytes, and the first few of them as base64. */
  async encode(contender, paths, shownCount) {
    const files = await Promise.all(paths.map(fetchBlob));
    await quiet();
    const started = performance.now();
    const images = await encoders[contender](files);
    const tookMs = performance.now() - started;
    const shown = await Promise.all(images.slice(0, shownCount).map(toBase64));
    return { tookMs, types: images.map(({ type }) => type), shown };
  },
  /** @param firstPath A picture before the one that is measured, so that code and worker are there; or null. */
  async average(contender, path, firstPath) {
    const image = await fetchBlob(path);
    if (firstPath !== null) await averagers[contender](await fetchBlob(firstPath));
    await quiet();
    const started = performance.now();
    const colour = await averagers[contender](image);
    return { tookMs: performance.now() - started, colour };
  },
};

async function fetchBlob(path) {
  const blob = await (await fetch(path)).blob();
  await blob.slice(0, 16).arrayBuffer();
  return blob;
}

async function toBase64(blob) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 32_768) {
    text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  }
  return btoa(text);
}

/** Two frames and a moment without work, so that nothing of the start is counted. */
async function quiet() {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  await new Promise((resolve) => setTimeout(resolve, 500));
}

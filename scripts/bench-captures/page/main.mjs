import JSZip from 'jszip';
import { openWorkers } from '../../../src/workers/open.ts';
import { measureIds, openKernels } from './kernels.mjs';
import { openPlain } from './open-plain.mjs';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const PASSES = ['snapshot', 'ids', 'outline', 'depth', 'normal', 'alpha'];
const EDGE_PX = 1024;
/** As `WEBP_PHOTO_QUALITY`. */
const QUALITY = 0.92;

const host = document.getElementById('host');
const workers = openWorkers('?viewer=worker');

/** Each shows a model and gives back a function that takes all pictures of it, encoded. */
const stages = {
  async ours(glb) {
    const viewer = workers.openViewer(host);
    await viewer.graphics();
    const frame = { normalisation: IDENTITY, modelTransform: IDENTITY, upAxis: 'Y_UP', hiddenNodes: [] };
    await viewer.api.show({ id: 'model', glb, ...frame });
    await viewer.api.fitCamera(0);
    return async () => {
      const passes = await viewer.api.capturePasses(await viewer.api.camera(), EDGE_PX, EDGE_PX, PASSES);
      idPixels = passes.ids.slice(0);
      const compute = workers.compute();
      const groups = [[1], [2], [3], [4]];
      const images = await Promise.all([
        compute.encodeWebp(passes.snapshot, EDGE_PX, EDGE_PX, QUALITY),
        compute.encodeMasks(passes.ids, EDGE_PX, EDGE_PX, groups),
        ...['outline', 'depth', 'normal', 'alpha'].map((pass) =>
          compute.encodeWebp(passes[pass], EDGE_PX, EDGE_PX, 1),
        ),
      ]);
      return images.flat();
    };
  },
  plain: (glb) => openPlain(host, glb, EDGE_PX),
};

/** Each packs files into one ZIP. */
const packers = {
  async ours(entries) {
    const { port1, port2 } = new MessageChannel();
    const zip = await workers.compute().writeZip(entries, null, port2);
    port1.close();
    return zip.size;
  },
  async plain(entries) {
    const zip = new JSZip();
    for (const { name, content } of entries) zip.file(name, content);
    return (await zip.generateAsync({ type: 'blob' })).size;
  },
};

let take = null;
let entries = [];
let idPixels = null;

window.bench = {
  async show(contender, model) {
    take = await stages[contender](await (await fetch(model)).blob());
    // Once, so that shaders are compiled and workers have started.
    await take();
    await quiet();
  },
  /** @returns Milliseconds, how many pictures, and the longest that the page could not answer. */
  async capture() {
    const watch = watchPage();
    const started = performance.now();
    const images = await take();
    const tookMs = performance.now() - started;
    return { tookMs, count: images.length, heldMs: watch() };
  },
  async ids() {
    const idsMs = measureIds(idPixels);
    const started = performance.now();
    await workers.compute().encodeMasks(idPixels, EDGE_PX, EDGE_PX, [[1], [2], [3], [4]]);
    return { idsMs, masksMs: performance.now() - started };
  },
  kernels(edgePx, names, rounds) {
    const kernels = openKernels(edgePx);
    const found = Object.fromEntries(names.map((name) => [name, []]));
    for (let round = 0; round <= rounds; round++) {
      for (const name of names) {
        const ms = kernels.measure(name);
        // The first one warms.
        if (round > 0) found[name].push(ms);
      }
    }
    kernels.measure('loop');
    return { found, isWasm: kernels.isWasm, isSame: kernels.isSame() };
  },
  /** @returns Values that are neither 0 nor 255 in a mask with losses, before and after. */
  async impure(edgePx) {
    const canvas = new OffscreenCanvas(edgePx, edgePx);
    const context = canvas.getContext('2d');
    context.fillRect(0, 0, edgePx, edgePx);
    context.fillStyle = 'white';
    context.arc(edgePx / 2, edgePx / 2, edgePx / 3, 0, 7);
    context.fill();
    const lossy = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
    return [await countImpure(lossy), await countImpure(await workers.compute().binariseMask(lossy))];
  },
  async prepare(count, sizeBytes) {
    const noise = new Uint8Array(sizeBytes);
    for (let at = 0; at < sizeBytes; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536));
    entries = Array.from({ length: count }, (_, index) => {
      noise[0] = index;
      return { name: `${String(index + 1).padStart(4, '0')}_picture.png`, content: new Blob([noise]) };
    });
    // The worker is there, as it is for a person with downloads before this one.
    await packers.ours(entries.slice(0, 1));
    await quiet();
  },
  async pack(contender) {
    const started = performance.now();
    const sizeBytes = await packers[contender](entries);
    return { tookMs: performance.now() - started, sizeBytes };
  },
};

async function countImpure(image) {
  const bitmap = await createImageBitmap(image, { premultiplyAlpha: 'none' });
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  return data.reduce((count, value) => count + (value > 0 && value < 255 ? 1 : 0), 0);
}

/** How long the page took at most between two turns of its loop, until it is asked. */
function watchPage() {
  const { port1, port2 } = new MessageChannel();
  let longest = 0;
  let last = performance.now();
  port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    setTimeout(() => port2.postMessage(null), 1);
  };
  port2.postMessage(null);
  return () => {
    port1.close();
    return Math.max(longest, performance.now() - last);
  };
}

/** Two frames and a moment without work, so that nothing of the start is counted. */
async function quiet() {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  await new Promise((resolve) => setTimeout(resolve, 500));
}

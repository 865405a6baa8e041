import { binariseIds } from '../../../src/workers/compute/pictures/binarise-ids.ts';
import { openMaskKernel } from '../../../src/workers/compute/pictures/binarise-mask.ts';

const LIMIT = 160;

/** Pictures are of soft discs: every brightness is in them. */
function paint(edgePx) {
  const canvas = new OffscreenCanvas(edgePx, edgePx);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  for (let x = 0; x < 8; x++) {
    for (let y = 0; y < 8; y++) {
      const [cx, cy, r] = [(x + 0.5) / 8, (y + 0.5) / 8, 1 / 16].map((share) => share * edgePx);
      const disc = context.createRadialGradient(cx, cy, 0, cx, cy, r);
      disc.addColorStop(0, 'white');
      disc.addColorStop(1, 'black');
      context.fillStyle = disc;
      context.fillRect(cx - r, cy - r, 2 * r, 2 * r);
    }
  }
  return { context, pixels: context.getImageData(0, 0, edgePx, edgePx).data };
}

function binarise(data) {
  for (let i = 0; i < data.length; i += 4) {
    const value = (data[i] + data[i + 1] + data[i + 2]) / 3 > LIMIT ? 255 : 0;
    data[i] = value;
    data[i + 1] = value;
    data[i + 2] = value;
    data[i + 3] = 255;
  }
}

/** Makes a mask binary: in the kernel's own memory, by the loop that everybody writes, and by that on a canvas. */
export function openKernels(edgePx) {
  const { context, pixels } = paint(edgePx);
  const kernel = openMaskKernel();
  const memory = kernel.reserve(pixels.length);
  memory.set(pixels);
  const own = pixels.slice();
  const runs = {
    kernel: () => kernel.run(),
    loop: () => binarise(own),
    canvas() {
      const image = context.getImageData(0, 0, edgePx, edgePx);
      binarise(image.data);
      context.putImageData(image, 0, 0);
    },
    copy: () => own.set(pixels),
  };
  return {
    isWasm: kernel.isWasm,
    measure(name) {
      const started = performance.now();
      runs[name]();
      return performance.now() - started;
    },
    isSame: () => memory.every((value, index) => value === own[index]),
  };
}

/** Milliseconds of the masks of four slots from an ID pass, without encoding. */
export function measureIds(idPixels) {
  const ids = new Uint8Array(idPixels);
  const run = () => {
    const started = performance.now();
    for (let slot = 1; slot <= 4; slot++) binariseIds(ids, [slot]);
    return performance.now() - started;
  };
  // Warm, as a worker is after its first masks.
  run();
  return run();
}

import { buildSky } from '../../src/tracer/scene/build-sky.ts';
import { chooseLightRig } from '../../src/tracer/scene/choose-light-rig.ts';

const WIDTH = 256;
const HEIGHT = 128;
/** Linear grey of what stands behind the product: between the dark stage and the pale backdrops of the library. */
const BACKDROP_GREY = 0.3;

/**
 * The studio that reflects in products on the stage: the tracer's own sky for creativity 0 before a grey backdrop, the
 * camera at +Z. Straight up is the top row, the middle column looks along -Z.
 *
 * @returns Radiance HDR (RGBE), not run-length encoded.
 */
export function drawEnvironment(): Uint8Array {
  const { widthPx, heightPx, radiance } = buildSky({
    rig: chooseLightRig(0, 0),
    backdrop: { widthPx: 1, heightPx: 1, rgb: new Float32Array(3).fill(BACKDROP_GREY) },
    camera: {
      position: [0, 0, 1],
      target: [0, 0, 0],
      up: [0, 1, 0],
      fovDegrees: 45,
      widthPx: 1,
      heightPx: 1,
    },
    tint: [1, 1, 1],
  });
  const [stepX, stepY] = [widthPx / WIDTH, heightPx / HEIGHT];
  const header = new TextEncoder().encode(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${HEIGHT} +X ${WIDTH}\n`);
  const file = new Uint8Array(header.length + WIDTH * HEIGHT * 4);
  file.set(header);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const rgb = [0, 0, 0].map((_, k) => {
        let sum = 0;
        for (let j = 0; j < stepY; j++)
          for (let i = 0; i < stepX; i++)
            sum += radiance[((y * stepY + j) * widthPx + x * stepX + i) * 3 + k] ?? 0;
        return sum / (stepX * stepY);
      });
      file.set(encodeRgbe(rgb), header.length + (y * WIDTH + x) * 4);
    }
  }
  return file;
}

/** Three mantissas and the exponent they share, rounded to the nearest. */
function encodeRgbe(rgb: readonly number[]): number[] {
  const largest = Math.max(...rgb);
  if (largest < 1e-30) return [0, 0, 0, 0];
  let exponent = 0;
  let unit = 1;
  while (largest >= unit * 0.998) {
    unit *= 2;
    exponent += 1;
  }
  while (largest < unit * 0.499) {
    unit /= 2;
    exponent -= 1;
  }
  return [...rgb.map((value) => Math.min(255, Math.round((value / unit) * 256))), exponent + 128];
}

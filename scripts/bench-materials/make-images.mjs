import sharp from 'sharp';

/** 4K, as a camera in a shop makes them. */
const SIZE = { width: 3840, height: 2160 };

/** JPEG files that look like photographs to an encoder: soft shapes, a weave and fine grain, each in other colours. */
export function makePhotographs(count) {
  const { width, height } = SIZE;
  const pixels = Buffer.alloc(width * height * 3);
  let state = 1;
  for (let y = 0; y < height; y++) {
    const v = y / height;
    const [bend, thread] = [2 * Math.sin(7 * v), Math.sin(y * 0.31)];
    for (let x = 0; x < width; x++) {
      const u = x / width;
      const wave = Math.sin(9 * u + bend);
      const weave = Math.sin(x * 0.35) * thread * (u > v ? 14 : 4);
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const grain = ((state >>> 24) - 128) / 16;
      const at = (y * width + x) * 3;
      pixels[at] = clamp(130 + 60 * wave + weave + grain);
      pixels[at + 1] = clamp(110 + 45 * wave + weave + grain);
      pixels[at + 2] = clamp(90 + 30 * bend + weave + grain);
    }
  }
  const paint = (hue) =>
    sharp(pixels, { raw: { ...SIZE, channels: 3 } })
      .modulate({ hue })
      .jpeg({ quality: 95 })
      .toBuffer();
  return Promise.all(Array.from({ length: count }, (_, index) => paint((index * 360) / count)));
}

/** A tile in a colour that no part of the model has. */
export function makeTile() {
  const background = { r: 20, g: 200, b: 190 };
  return sharp({ create: { width: 1024, height: 1024, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

function clamp(value) {
  return Math.max(0, Math.min(255, Math.round(value)));
}

/** Peak signal to noise ratio of an encoded picture against what it was made of, dB. */
export async function psnr(original, encoded) {
  const read = (image) => sharp(image).removeAlpha().raw().toBuffer();
  const [a, b] = await Promise.all([read(original), read(encoded)]);
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] - b[at]) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / a.length));
}

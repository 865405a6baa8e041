import type { Work } from './node-shapes.ts';
import {
  composite,
  decodePicture,
  flatPicture,
  type Mask,
  type Picture,
  type Rgb,
  scalePicture,
} from './pictures.ts';

/** Nodes that load, make and change pictures and masks. */
export const PICTURES: Record<string, Work> = {
  LoadImage: async ({ image }, { folders }) => {
    const { picture, alpha } = await decodePicture(folders.readValue(String(image)) ?? new Uint8Array());
    return [[picture], alpha ? invert(alpha) : { width: 64, height: 64, data: new Uint8Array(64 * 64) }];
  },
  LoadImageMask: async ({ image, channel }, { folders }) => {
    const { picture, alpha } = await decodePicture(folders.readValue(String(image)) ?? new Uint8Array());
    if (channel !== 'alpha') return [takeChannel(picture, String(channel))];
    return [alpha ? invert(alpha) : { width: 64, height: 64, data: new Uint8Array(64 * 64) }];
  },
  ImageToMask: ({ image, channel }) => [takeChannel((image as Picture[])[0]!, String(channel))],
  InvertMask: ({ mask }) => [invert(mask as Mask)],
  SolidMask: ({ value, width, height }) => {
    const size = { width: Number(width), height: Number(height) };
    return [
      { ...size, data: new Uint8Array(size.width * size.height).fill(Math.round(Number(value) * 255)) },
    ];
  },
  EmptyImage: ({ width, height, batch_size, color }) => {
    const value = Number(color);
    const rgb: Rgb = [(value >> 16) & 255, (value >> 8) & 255, value & 255];
    return [Array(Number(batch_size)).fill(flatPicture(Number(width), Number(height), rgb))];
  },
  RepeatImageBatch: ({ image, amount }) => [
    Array.from({ length: Number(amount) }, () => image as Picture[]).flat(),
  ],
  // Estimators answer a grey picture of the size: what they see matters to nobody here.
  Canny: ({ image }) => [(image as Picture[]).map(desaturate)],
  LineArtPreprocessor: ({ image }) => [(image as Picture[]).map(desaturate)],
  DepthAnythingV2Preprocessor: ({ image }) => [(image as Picture[]).map(desaturate)],
  ImageScale: async ({ image, width, height, crop }) => {
    const fit = crop === 'center' ? 'cover' : 'fill';
    return [
      await Promise.all(
        (image as Picture[]).map((each) => scalePicture(each, Number(width), Number(height), fit)),
      ),
    ];
  },
  ImageScaleToTotalPixels: async ({ image, megapixels }) => [
    await Promise.all(
      (image as Picture[]).map((each) => {
        const scale = Math.sqrt((Number(megapixels) * 1024 ** 2) / (each.width * each.height));
        return scalePicture(each, Math.round(each.width * scale), Math.round(each.height * scale));
      }),
    ),
  ],
  ImageUpscaleWithModel: async ({ upscale_model, image }, { step }) => {
    const times = Number(upscale_model);
    const pictures: Picture[] = [];
    for (const [place, each] of (image as Picture[]).entries()) {
      pictures.push(await scalePicture(each, each.width * times, each.height * times));
      await step(place + 1, (image as Picture[]).length);
    }
    return [pictures];
  },
  ImageCompositeMasked: async ({ destination, source, x, y, resize_source, mask = null }) => {
    const under = destination as Picture[];
    const over = source as Picture[];
    return [
      await Promise.all(
        under.map(async (each, place) => {
          const given = over[place % over.length]!;
          const sized = resize_source ? await scalePicture(given, each.width, each.height) : given;
          return composite(each, sized, Number(x), Number(y), mask as Mask | null);
        }),
      ),
    ];
  },
};

function invert({ width, height, data }: Mask): Mask {
  return { width, height, data: data.map((value) => 255 - value) };
}

function takeChannel({ width, height, rgb }: Picture, channel: string): Mask {
  const offset = Math.max(0, ['red', 'green', 'blue'].indexOf(channel));
  const data = new Uint8Array(width * height);
  for (let pixel = 0; pixel < data.length; pixel++) data[pixel] = rgb[pixel * 3 + offset]!;
  return { width, height, data };
}

function desaturate({ width, height, rgb }: Picture): Picture {
  const green = rgb.map((_, at) => rgb[at - (at % 3) + 1]!);
  return { width, height, rgb: green };
}

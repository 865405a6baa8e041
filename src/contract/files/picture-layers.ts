import { z } from 'zod';
import { ContentHash } from '../ids.ts';
import { INTEGER_MAX, whole } from '../shapes.ts';

/**
 * Files that a picture has beside itself, most of them where its order keeps layers, made while the linear light is at hand: what a
 * second order would have to trace again costs a few per cent here, and is then there for as long as the picture.
 */
export const LAYER_FILES = {
  /** OpenEXR, half floats, all layers in one part: see docs/layers.md. */
  exr: { contentType: 'image/x-exr', suffix: '_layers.exr' },
  /** The finished picture with 16 bits a channel, sRGB. */
  deep: { contentType: 'image/png', suffix: '_16-bit.png' },
  /** The product alone, straight alpha, 16 bits a channel, sRGB. */
  product: { contentType: 'image/png', suffix: '_product.png' },
  /** Its shadow alone: black with alpha, 16 bits a channel. */
  shadow: { contentType: 'image/png', suffix: '_shadow.png' },
  /**
   * The finished picture in Display P3, 8 bits, made whether layers are kept or not, where the light made colours that sRGB has
   * not. It is the picture for other displays, and does not count to a person's room.
   */
  wide: { contentType: 'image/png', suffix: '_display-p3.png' },
} as const;
export const LayerKind = z.enum(['exr', 'deep', 'product', 'shadow', 'wide']);
export type LayerKind = z.infer<typeof LayerKind>;

/** Those that a person keeps by choice, and composes with. */
export const CompositingKind = LayerKind.exclude(['wide']);

/** A picture has each once at most. */
export const LAYER_FILES_MAX = LayerKind.options.length;

/** One of them as the server keeps it. */
export const LayerFile = z.object({
  kind: LayerKind,
  hash: ContentHash,
  sizeBytes: whole(1, INTEGER_MAX),
});
export type LayerFile = z.infer<typeof LayerFile>;

/** What the files of a picture take together, per pixel, and some more: 14 bytes of a draft of the sample product. */
export const LAYER_BYTES_PER_PIXEL = 24;

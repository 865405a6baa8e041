import { z } from 'zod';
import { INSTANCE_INDEX_MAX } from '../constants.ts';
import { ContentHash, LibraryItemId } from '../ids.ts';
import { count, Fraction, HexColour, INTEGER_MAX, Real, text, whole } from '../shapes.ts';

/** What can be set on a material besides colour, metalness and roughness. The ranges are those of the panel. */
export const MaterialFinish = z.object({
  /** sRGB of the light it gives off. */
  emissive: HexColour,
  /** Multiplies `emissive`; 0 gives off nothing. */
  emissiveIntensity: z.number().min(0).max(10),
  /** Multiplies the slopes of the normal map; 0 is smooth. */
  normalScale: z.number().min(0).max(4),
  /** Strength of the occlusion map. */
  aoMapIntensity: Fraction,
  opacity: Fraction,
});
export type MaterialFinish = z.infer<typeof MaterialFinish>;

const DressingBase = {
  /**
   * glTF material index in the model file; -1 is the glTF default material of primitives that name none. Of an
   * independent instance its own number, `INSTANCE_INDEX_MIN` and up.
   */
  materialIndex: whole(-1, INSTANCE_INDEX_MAX),
  /** An instance takes over the parts of these nodes that the file draws with material `from`. */
  split: z.object({ from: whole(-1, INTEGER_MAX), nodes: z.array(count()).max(10_000) }).optional(),
  /** What it leaves out stays as the file has it, or as nothing where the file's own is replaced. */
  finish: MaterialFinish.partial().optional(),
};

/**
 * What replaces or changes one material of the file. Three kinds, so that impossible mixes do not type-check:
 * `adjusted` keeps the file's textures and changes factors, `plain` is one colour (a reset or an independent copy),
 * `library` lays a library texture on the part by triplanar projection.
 */
export const MaterialDressing = z.discriminatedUnion('kind', [
  z.object({
    ...DressingBase,
    kind: z.literal('adjusted'),
    colour: HexColour.nullable(),
    metalness: Fraction.nullable(),
    roughness: Fraction.nullable(),
  }),
  z.object({
    ...DressingBase,
    kind: z.literal('plain'),
    colour: HexColour,
    metalness: Fraction,
    roughness: Fraction,
  }),
  z.object({
    ...DressingBase,
    kind: z.literal('library'),
    textureHash: ContentHash,
    /**
     * Linear maps that lie as the texture does: normals as glTF writes them (red to the right, green to the picture's top),
     * and roughness, whose green multiplies `roughness`. Absent: none, and the relief comes from the
     * texture's luminance.
     */
    maps: z.object({ normalHash: ContentHash.nullable(), roughnessHash: ContentHash.nullable() }).optional(),
    /** For the record only: the item may be gone when the recipe is run again. Null: a picture of the person's own. */
    libraryId: LibraryItemId.nullable(),
    name: text(255),
    /** Multiplies the texture, `#ffffff` leaves it as it is. */
    colour: HexColour,
    metalness: Fraction,
    roughness: Fraction,
    /** Width of one tile in units of the normalised frame: it grows with a product that is scaled. */
    tileSize: z.number().min(0.01).max(100),
    rotationRadians: Real,
    /** Relief of a luminance of 1, in the same units. */
    bumpHeight: Fraction,
  }),
]);
export type MaterialDressing = z.infer<typeof MaterialDressing>;

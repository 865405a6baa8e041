import { z } from 'zod';
import { EngineName } from '../engine-name.ts';
import { ContentHash, RenderId } from '../ids.ts';

/** The files of a bundle that are always there, by their fixed numbers (S3 9, J3). */
export const BUNDLE_NUMBERS = {
  'viewer-image': 1,
  'background-image': 2,
  'style-image': 3,
  prompt: 4,
  'negative-prompt': 5,
  'fixed-seed': 6,
  creativity: 7,
  'style-hardness': 8,
  'has-background': 9,
  'has-style': 10,
  'background-fidelity': 11,
  'light-map': 13,
} as const;
/** Masks and textures go on from here in turn, around the light-map's number (J2). */
export const BUNDLE_MATERIALS_FROM = 12;
/** Text of the files that say whether there is a background or a style (J5). */
export const BUNDLE_PRESENCE = { present: '0.7', absent: '0' } as const;

export type BundlePart = keyof typeof BUNDLE_NUMBERS | 'mask' | 'texture';
const FIXED_PARTS = Object.keys(BUNDLE_NUMBERS) as (keyof typeof BUNDLE_NUMBERS)[];

/** `manifest.json` of a bundle: what each file is, and what the numbered files cannot say. */
export const BundleManifest = z.object({
  version: z.literal(1),
  /** ISO 8601, UTC. */
  made_at: z.string(),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('scene') }),
    z.object({ kind: z.literal('render'), render_id: RenderId, engine: EngineName }),
  ]),
  model: z.object({ name: z.string(), sha256: ContentHash }),
  /** Of the pictures of the scene. */
  width: z.number().int(),
  height: z.number().int(),
  /** The real one, also where file 6 says 0 because it was not fixed (J6); null before one was drawn. */
  seed: z.string().nullable(),
  is_seed_fixed: z.boolean(),
  files: z.array(
    z.object({
      name: z.string(),
      number: z.number().int(),
      part: z.enum([...FIXED_PARTS, 'mask', 'texture']),
      /** Whose mask or texture it is. */
      material: z.string().nullable(),
      /** There is no such picture: the file is plain black. */
      is_placeholder: z.boolean(),
      size_bytes: z.number().int(),
      sha256: ContentHash,
    }),
  ),
});
export type BundleManifest = z.infer<typeof BundleManifest>;

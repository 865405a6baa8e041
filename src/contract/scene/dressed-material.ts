import { z } from 'zod';
import { INSTANCE_INDEX_MAX, INSTANCE_INDEX_MIN } from '../constants.ts';
import { ContentHash, LibraryItemId, MaterialId } from '../ids.ts';
import { count, Fraction, HexColour, INTEGER_MAX, Real, text, whole } from '../shapes.ts';
import { MaterialFinish } from './material-dressing.ts';

function nullable<Shape extends z.ZodRawShape>(shape: Shape) {
  const entries = Object.entries(shape).map(([key, type]) => [key, z.nullable(type).default(null)]);
  return Object.fromEntries(entries) as { [Key in keyof Shape]: z.ZodDefault<z.ZodNullable<Shape[Key]>> };
}

/** One material of the project's model as the person dressed it (S3 3). */
export const ModelMaterial = z.object({
  id: MaterialId,
  /** Name in the file, which may be empty or repeated. */
  originalId: text(255),
  /** glTF material index; -1 for the default material. */
  originalIndex: whole(-1, INTEGER_MAX),
  name: text(255),
  /** sRGB, null while the file's own colour stands. */
  color: HexColour.nullable(),
  metalness: Fraction.nullable(),
  roughness: Fraction.nullable(),
  libraryId: LibraryItemId.nullable(),
  libraryMaterialName: text(255).nullable(),
  /** Hash of the library texture, so that the device finds it offline and recipes outlive the item. */
  textureHash: ContentHash.nullable(),
  /** Signed address of the texture. Every answer has a fresh one, null when it is not the person's to see. */
  texturePath: text(2_000).nullable(),
  /** Width of a tile, stage units; null means the library's physical size. */
  tileSize: z.number().min(0.01).max(100).nullable(),
  rotationRadians: Real,
  isReset: z.boolean(),
  /** Linear maps of the library item, by hash as the texture (L14). */
  normalHash: ContentHash.nullable().default(null),
  roughnessHash: ContentHash.nullable().default(null),
  /** Null: as the file has it. */
  ...nullable(MaterialFinish.shape),
  /** Number on the stage of an independent instance; null: it is the file's own material `originalIndex`. */
  instanceIndex: whole(INSTANCE_INDEX_MIN, INSTANCE_INDEX_MAX).nullable().default(null),
  /** glTF nodes whose parts drawn with `originalIndex` an instance takes over; empty for the file's own material. */
  nodes: z.array(count()).max(10_000).default([]),
  /** The shared material that an instance was made of. */
  parentMaterialId: MaterialId.nullable().default(null),
  /** The part stays as the stage shows it: an AI engine's picture gets the viewer's own pixels back inside its mask. */
  isProtected: z.boolean().default(false),
});
export type ModelMaterial = z.infer<typeof ModelMaterial>;

/** A material that is as the file has it: every field that a person can change. */
export const UNDRESSED = {
  color: null,
  metalness: null,
  roughness: null,
  libraryId: null,
  libraryMaterialName: null,
  textureHash: null,
  texturePath: null,
  tileSize: null,
  rotationRadians: 0,
  isReset: false,
  normalHash: null,
  roughnessHash: null,
  emissive: null,
  emissiveIntensity: null,
  normalScale: null,
  aoMapIntensity: null,
  opacity: null,
  instanceIndex: null,
  nodes: [] as number[],
  parentMaterialId: null,
  isProtected: false,
} as const satisfies Partial<ModelMaterial>;

/** What the stage, masks and recipes call a material: the file's index, or an instance's own number. */
export function stageIndexOf(entry: Pick<ModelMaterial, 'originalIndex' | 'instanceIndex'>): number {
  return entry.instanceIndex ?? entry.originalIndex;
}

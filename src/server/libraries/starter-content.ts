import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { LocalisedName } from '../../contract/http/libraries.ts';
import { Matrix4 } from '../../contract/render-spec.ts';

/** Path inside the content folder. */
const File = z.string().regex(/^[a-z]+\/[a-z0-9-]+\.webp$/);
const Category = LocalisedName.extend({ slug: z.string().min(1) });
const Row = z.object({
  kind: z.enum(['material', 'background', 'style']),
  slug: z.string().min(1),
  name: LocalisedName,
  category: Category.optional(),
  file: File,
  /** Linear maps of a material that lie as its picture does. */
  normalFile: File.optional(),
  roughnessFile: File.optional(),
  /** A small picture for the lists that shows more than the picture itself would: a ball of the material. */
  thumbnailFile: File.optional(),
  averageColour: z.string().regex(/^#[0-9a-f]{6}$/),
  tileSizeMetres: z.number().positive().optional(),
  metalness: z.number().min(0).max(1).optional(),
  roughness: z.number().min(0).max(1).optional(),
  bumpHeightMillimetres: z.number().min(0).optional(),
});
/** One picture of the starter libraries, as `content/library.json` lists it. */
export type StarterItem = z.infer<typeof Row> & { readonly category: z.infer<typeof Category> };

const Vector3 = z.tuple([z.number(), z.number(), z.number()]);
/** `content/sample-project.json`. */
export const SampleProject = z.object({
  name: LocalisedName,
  model: z.object({
    file: z.string(),
    fileName: z.string(),
    /** File frame to stage frame, as a device finds it; null leaves it to the first device. */
    normalisation: Matrix4.nullable().default(null),
  }),
  views: z.array(
    z.object({
      name: LocalisedName,
      position: Vector3,
      target: Vector3,
      up: Vector3,
      fovDegrees: z.number(),
    }),
  ),
  /** What its materials and parts are called, by their names in the file; the file's own for what is not named. */
  names: z.record(z.string(), LocalisedName).default({}),
  dressing: z.array(z.object({ material: z.string(), library: z.string().nullable() })),
  background: z.string().nullable(),
  style: z.string().nullable().default(null),
  prompt: LocalisedName,
});
export type SampleProject = z.infer<typeof SampleProject>;

/** Where items go that name no category of their own. */
const CATEGORY_DEFAULT = {
  material: { slug: 'materials', en: 'Materials', es: 'Materiales' },
  background: { slug: 'studio', en: 'Studio', es: 'Estudio' },
  style: { slug: 'looks', en: 'Looks', es: 'Estilos' },
} as const;

/** Reads `library.json` of the content folder. A file that is missing or wrong is a bug of the build and throws. */
export async function readStarterItems(folder: string): Promise<StarterItem[]> {
  const rows = z.array(Row).parse(JSON.parse(await readFile(join(folder, 'library.json'), 'utf8')));
  return rows.map((row) => ({ ...row, category: row.category ?? CATEGORY_DEFAULT[row.kind] }));
}

/** Reads `sample-project.json` of the content folder. */
export async function readSampleProject(folder: string): Promise<SampleProject> {
  return SampleProject.parse(JSON.parse(await readFile(join(folder, 'sample-project.json'), 'utf8')));
}

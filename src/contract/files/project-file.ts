import { z } from 'zod';
import { BATCH_MAX, PROJECT_FILE } from '../constants.ts';
import { EngineName } from '../engine-name.ts';
import { AssetType } from '../http/libraries.ts';
import { ProjectSettings } from '../http/projects.ts';
import { RenderGroup, ViewIds } from '../http/render-orders.ts';
import { RenderImageBody } from '../http/renders.ts';
import { SketchStepBody } from '../http/sketches.ts';
import { ContentHash, LibraryItemId, MaterialId } from '../ids.ts';
import { CameraPose, Provenance, RENDER_WARNINGS_MAX, RenderSpec, RenderWarning } from '../render-spec.ts';
import { count, DateTime, Fraction, TimeMs, text } from '../shapes.ts';
import { LAYER_FILES_MAX, LayerFile } from './picture-layers.ts';

const EXTENSIONS = {
  'image/webp': 'webp',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'model/gltf-binary': 'glb',
  'image/x-exr': 'exr',
} as const;

/** Where a file of a project lies in its ZIP. Manifests name files by hash alone, so that none can lie elsewhere. */
export function placeOf(hash: ContentHash, contentType: string): string {
  const end = Object.entries(EXTENSIONS).find(([type]) => type === contentType)?.[1] ?? 'bin';
  return `files/${hash}.${end}`;
}

const Steps = z.array(SketchStepBody).max(10_000);

/** A finished render: its recipe, and its pictures by hash. */
export const ProjectFileRender = z.object({
  engine: EngineName,
  created_at: DateTime,
  recipe: RenderSpec,
  provenance: z.array(Provenance).max(BATCH_MAX),
  /** Absent in older files. */
  warnings: z.array(RenderWarning).max(RENDER_WARNINGS_MAX).default([]),
  /** Drawn by a person's device, which says so itself. */
  made_on_device: z.boolean().default(false),
  /** What it is of a set that a device drew, and the saved views that it shows; not in the file of a project. */
  group: RenderGroup.nullable().default(null),
  view_ids: ViewIds.default([]),
  images: z
    .array(
      RenderImageBody.pick({
        image_hash: true,
        width: true,
        height: true,
        batch_index: true,
        fidelity: true,
        kept_product: true,
      }).extend({
        /** Absent in older files. A server that has none of these bytes leaves them out, and "run again" makes them. */
        layers: z.array(LayerFile).max(LAYER_FILES_MAX).default([]),
      }),
    )
    .max(BATCH_MAX)
    .refine((images) => new Set(images.map((image) => image.batch_index)).size === images.length, {
      error: 'has one image twice',
    }),
});
export type ProjectFileRender = z.infer<typeof ProjectFileRender>;

/**
 * GET {id}/files/: what of a project is on the server alone, with signed addresses. Recipes may be large, so that renders come
 * in pages: `?before=` takes `next` of the answer before. The first one names the project's own files, too.
 */
export const ProjectFilesBody = z.object({
  /** The newest first. */
  renders: z.array(ProjectFileRender),
  /** How many finished ones there are besides those of this page. */
  left_out: z.number().int(),
  /** Null for the last page. */
  next: z.number().int().nullable(),
  files: z.array(
    z.object({ hash: ContentHash, url: z.string(), size_bytes: z.number(), content_type: z.string() }),
  ),
});
export type ProjectFilesBody = z.infer<typeof ProjectFilesBody>;

/** A project with everything that it is made of, for another device, person or server. */
export const ProjectFile = z.object({
  format: z.literal('vitrine-project'),
  version: z.literal(1),
  /** Of the program that wrote it. */
  exported_at: DateTime,
  settings: ProjectSettings,
  /** The files that the project's GLB was made of, the model first; empty where that is the GLB itself. */
  originals: z.array(z.object({ path: text(1_000).min(1), hash: ContentHash })).max(5_000),
  /** What the project wears of the libraries there, where ids mean other things than here. */
  items: z
    .array(z.object({ asset_type: AssetType, id: LibraryItemId, name: text(255), hash: ContentHash }))
    .max(1_100),
  /** How materials of a library lie on the parts, for a library that has none of these. */
  worn: z
    .array(
      z.object({
        id: MaterialId,
        tileSize: z.number().min(0.01).max(100),
        metalness: Fraction,
        roughness: Fraction,
      }),
    )
    .max(1_000),
  sketches: z
    .array(
      z.object({
        pose: CameraPose,
        /** Absent in older files: the model of the project. */
        model: ContentHash.nullable().optional(),
        steps: Steps,
        undone: Steps,
        picture: ContentHash.nullable(),
        updated_at: TimeMs,
      }),
    )
    .max(1_000),
  renders: z.array(ProjectFileRender).max(PROJECT_FILE.maxRenders),
  files: z
    .array(
      z.object({
        hash: ContentHash,
        content_type: text(100),
        size_bytes: count(PROJECT_FILE.maxBytes),
      }),
    )
    .max(PROJECT_FILE.maxFiles),
});
export type ProjectFile = z.infer<typeof ProjectFile>;

import type { ComputeApi } from '../../contract/compute-api.ts';
import { serve } from '../rpc.ts';
import { openDecoders } from './pack/open-decoders.ts';

/** What a worker runs once it has been asked for: it fetches that one and what it needs, and shares it with the others. */
const COMPUTATIONS = {
  packModel: async () => (await import('./pack/pack-model.ts')).packModel,
  inspectModel: async () => {
    const { inspectModel } = await import('./gltf/inspect-model.ts');
    // As text: the page takes 20 ms for the objects of 20,000 parts, in one task, and reads text in half of that.
    return async (file: Blob) => JSON.stringify(await inspectModel(file, openDecoders));
  },
  detectUpAxis: async () => (await import('./gltf/detect-up-axis.ts')).detectUpAxis,
  prepareEnvironment: async () => (await import('./environment/prepare-environment.ts')).prepareEnvironment,
  readEnvironment: async () => (await import('./environment/read-environment.ts')).readEnvironment,
  drawEnvironmentThumbnail: async () =>
    (await import('./environment/draw-environment-thumbnail.ts')).drawEnvironmentThumbnail,
  hashFile: async () => (await import('./pictures/hash-file.ts')).hashFile,
  encodeMasks: async () => (await import('./pictures/encode-masks.ts')).encodeMasks,
  encodeWebp: async () => (await import('./pictures/encode-webp.ts')).encodeWebp,
  drawGradient: async () => (await import('./pictures/draw-gradient.ts')).drawGradient,
  encodeUpload: async () => (await import('./pictures/encode-upload.ts')).encodeUpload,
  makeLabelPicture: async () => (await import('./pictures/make-label-picture.ts')).makeLabelPicture,
  drawPdf: async () => (await import('./pdf/draw-pdf.ts')).drawPdf,
  drawThumbnail: async () => (await import('./pictures/draw-thumbnail.ts')).drawThumbnail,
  averageColour: async () => (await import('./pictures/average-colour.ts')).averageColour,
  exportGlb: async () => {
    const { exportGlb } = await import('./gltf/export-glb.ts');
    return (glb: Blob, patch: Parameters<typeof exportGlb>[1]) => exportGlb(glb, patch, openDecoders);
  },
  binariseMask: async () => (await import('./pictures/binarise-mask.ts')).binariseMask,
  exportPicture: async () => (await import('./export/export-picture.ts')).exportPicture,
  proofPicture: async () => (await import('./export/proof-picture.ts')).proofPicture,
  tagPicture: async () => (await import('./export/tag-picture.ts')).tagPicture,
  openProjectFile: async () => (await import('./archive/open-project-file.ts')).openProjectFile,
  writeZip: async () => (await import('./archive/write-zip.ts')).writeZip,
  writeRecipe: async () => (await import('./archive/write-recipe.ts')).writeRecipe,
  readRecipe: async () => (await import('./archive/read-recipe.ts')).readRecipe,
} satisfies Record<keyof ComputeApi, () => Promise<unknown>>;

type Computation = (...args: unknown[]) => unknown;

serve(
  Object.fromEntries(
    Object.entries<() => Promise<unknown>>(COMPUTATIONS).map(([method, load]) => [
      method,
      // What each takes and gives the interface and the modules agree on: see `rpc.ts`.
      async (...args: unknown[]) => ((await loaded(load)) as Computation)(...args),
    ]),
  ),
);

/**
 * Code that did not come is an error of this worker, which the page then ends: asked again, a worker only repeats that
 * it did not come, and the next one fetches it.
 */
async function loaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    reportError(error);
    return new Promise(() => {});
  }
}

import type { ExportPatch } from '../../../contract/compute-values.ts';
import { AppError } from '../../../contract/failure.ts';
import { applyVariant } from '../../../tracer/gltf/apply-variant.ts';
import { findTextureFrame } from '../../../tracer/gltf/find-texture-frame.ts';
import { dimLostGlow } from '../../../tracer/gltf/mend-document.ts';
import { readGlb } from '../../../tracer/gltf/read-glb.ts';
import { multiply } from '../../../tracer/matrix.ts';
import { patchGltf } from '../pack/patch-gltf.ts';
import { createBinaryBuilder, writeGlb } from '../pack/write-glb.ts';
import type { ExportDecoders } from './bake-textures.ts';
import { fileToStage } from './export-frame.ts';

/**
 * A GLB with what the stage made of a model. Without library textures and labels only its JSON is written anew and every byte of
 * geometry and images stays; with them see `bakeTextures`.
 *
 * @throws AppError `export-failed`.
 */
export async function exportGlb(glb: Blob, patch: ExportPatch, decoders: ExportDecoders): Promise<Blob> {
  try {
    const bytes = new Uint8Array(await glb.arrayBuffer());
    const { json, binary, mendedNodes } = readGlb(bytes);
    const file = applyVariant(json, patch.variant ?? null);
    const patched = patchGltf(file, patch);
    const labels = patch.labels?.filter(({ image }) => image !== null) ?? [];
    if (patched.laid.length === 0 && labels.length === 0) {
      const chunk = createBinaryBuilder('model.glb');
      if (binary !== null) chunk.add(glb.slice(binary.byteOffset, binary.byteOffset + binary.byteLength));
      return writeGlb(patched.json, chunk);
    }
    const { bakeTextures } = await import('./bake-textures.ts');
    const toStage = fileToStage(patch.normalisation);
    const frame = findTextureFrame(patch.modelTransform);
    const toTexture = frame === null ? toStage : multiply(frame.fromStage, toStage);
    // Pictures that the file lacks are not named in it any more, so that nobody can tell what they were to make glow.
    const whole = patchGltf(dimLostGlow(file, binary), patch);
    const contents = { json: whole.json, binary, mendedNodes };
    const baked = await bakeTextures(contents, whole.laid, toTexture, decoders, { labels, file });
    return new Blob([baked], { type: 'model/gltf-binary' });
  } catch (cause) {
    throw new AppError({ code: 'export-failed', reason: reasonOf(cause) }, { cause });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError && 'details' in error.failure) return error.failure.details;
  return (error instanceof Error ? error.message : String(error)).slice(0, 300);
}

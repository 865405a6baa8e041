import type { ModelInspection } from '../../../contract/model-report.ts';
import { textOf } from '../../../tracer/gltf/gltf-content.ts';
import { dimLostGlow } from '../../../tracer/gltf/mend-document.ts';
import { type GlbContents, readGlb } from '../../../tracer/gltf/read-glb.ts';
import { checkScene, checkSeen } from '../../../tracer/scene/check-seen.ts';
import { findArtefacts, withDescendants } from '../../../tracer/scene/find-artefacts.ts';
import { type ModelMeasures, measureModel } from '../../../tracer/scene/measure-model.ts';
import { averageVertices } from '../obj/average-vertices.ts';
import { hashFile } from '../pictures/hash-file.ts';
import type { ExportDecoders } from './bake-textures.ts';
import { describeContents } from './describe-contents.ts';
import { describeVariants } from './describe-variants.ts';
import { listMaterials } from './list-materials.ts';
import { listNodes } from './list-nodes.ts';
import { listWarnings } from './list-warnings.ts';

/**
 * Checks a GLB and reports what the stage, the lists and a render need to know about it. Fetches nothing: files that
 * it names outside itself are listed. Helpers left by an editor are listed as `stripped-node` and do not count.
 *
 * @param decoders Without them the box of a compressed part that is turned counts with its corners, which is too wide.
 * @throws AppError `file-empty`, `model-unreadable`, `model-too-complex`.
 */
export async function inspectModel(
  file: Blob,
  decoders: ExportDecoders | null = null,
): Promise<ModelInspection> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const contents = readGlb(bytes);
  const { json, binary, mendedNodes } = contents;
  checkScene(json);

  const artefacts = findArtefacts(json);
  const skipped = withDescendants(json, artefacts);
  const measures = await measure(contents, skipped, decoders);
  checkSeen(measures);
  const { triangleCount, bounds } = measures;
  const shown = dimLostGlow(json, binary);

  return {
    hash: await hashFile(file),
    sizeBytes: file.size,
    triangleCount,
    bounds: { min: bounds.min, max: bounds.max },
    materials: listMaterials(shown, skipped, averageVertices(json, binary)),
    nodes: listNodes(json),
    ...describeVariants(shown, binary, skipped),
    warnings: [
      ...listWarnings(json, binary, artefacts),
      ...mendedNodes.map((nodeIndex) => ({
        kind: 'mended-rotation' as const,
        name: textOf(json.nodes?.[nodeIndex]?.name),
        nodeIndex,
      })),
    ],
    contents: describeContents(json, binary, skipped),
  };
}

/**
 * The box, in the file's frame, around what is shown of a GLB that can be inspected.
 *
 * @param hidden Nodes that are not shown, with all below them.
 * @returns Null when nothing is shown.
 * @throws AppError As {@link inspectModel}.
 */
export async function measureShown(
  glb: Uint8Array,
  hidden: readonly number[],
  decoders: ExportDecoders | null,
): Promise<ModelInspection['bounds'] | null> {
  const { bounds } = await measure(readGlb(glb), new Set(hidden), decoders);
  return bounds.isEmpty ? null : { min: bounds.min, max: bounds.max };
}

async function measure(
  contents: GlbContents,
  skipped: ReadonlySet<number>,
  decoders: ExportDecoders | null,
): Promise<ModelMeasures> {
  const { json, binary } = contents;
  const measures = measureModel(json, binary, skipped);
  if (!measures.isRough || decoders === null) return measures;
  const { decodePositions } = await import('./decode-positions.ts');
  // What cannot be unpacked is refused where it is drawn, with the decoder's own reason.
  const decoded = await decodePositions(contents, decoders).catch(() => null);
  return decoded === null ? measures : measureModel(json, binary, skipped, decoded);
}

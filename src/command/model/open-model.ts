import { hiddenAtFirst } from '../../app/features/stage/hidden-at-first.ts';
import { cleanName, listMaterials, type MaterialRow } from '../../app/model/list-materials.ts';
import { nameMaterial } from '../../app/model/name-material.ts';
import { chooseTurn, normaliseModel } from '../../app/model/normalise-model.ts';
import { english } from '../../app/texts/english.ts';
import { AppError, isFailure } from '../../contract/failure.ts';
import { type ModelReport, UNDETECTED } from '../../contract/model-report.ts';
import { detectUpAxis } from '../../workers/compute/gltf/detect-up-axis.ts';
import { inspectModel, measureShown } from '../../workers/compute/gltf/inspect-model.ts';
import { packModel } from '../../workers/compute/pack/pack-model.ts';
import { UsageError } from '../options/usage-error.ts';
import { listModelFiles } from './list-model-files.ts';
import { openDecoders } from './open-decoders.ts';

/** A material of the model, as the app's list names it, and the nodes that are drawn with it. Names are clean lines. */
export interface ModelPart {
  readonly name: string;
  readonly row: MaterialRow;
  readonly nodes: readonly string[];
}

/** A model that stands on the stage as the app opens it. */
export interface OpenedModel {
  readonly name: string;
  readonly glb: Uint8Array;
  readonly report: ModelReport;
  /** Around what is shown, in the file's frame: what the camera goes by. */
  readonly shownBounds: ModelReport['bounds'];
  readonly hiddenNodes: readonly number[];
  readonly parts: readonly ModelPart[];
}

/**
 * Packs, checks and measures a model, and stands it on the stage as a drop does (`obtain-model.ts` of the page).
 *
 * @param up The file's own axis; null: what is found in it.
 * @throws UsageError where there is no such file; AppError as `packModel` and `inspectModel`.
 */
export async function openModel(path: string, up: 'y' | 'z' | null): Promise<OpenedModel> {
  const { glb, name } = await packModel(await listModelFiles(path)).catch((error: unknown) => {
    if (!isFailure(error, 'file-format-unsupported')) throw error;
    throw new UsageError(`There is no model (GLB, glTF, OBJ) in ${path}.`);
  });
  const inspection = await inspectModel(glb, openDecoders);
  const found = await detectUpAxis(glb).catch((error: unknown) => {
    if (error instanceof AppError) return UNDETECTED;
    throw error;
  });
  const detection = up === 'z' ? { ...found, system: 'Z_UP' as const } : found;
  const turn = chooseTurn(detection, up === null ? 'detected' : up === 'z' ? 'upright' : 'as-made');
  const normalisation = normaliseModel(inspection.bounds, turn);
  const report = { ...inspection, detection, normalisation };
  const bytes = new Uint8Array(await glb.arrayBuffer());
  const hiddenNodes = hiddenAtFirst(report);
  // Helpers that an editor left are not in the report's.
  const isWhole = report.nodes.every(({ isHidden }) => isHidden !== true);
  const shownBounds = isWhole ? null : await measureShown(bytes, hiddenNodes, openDecoders);
  return {
    name,
    glb: bytes,
    report,
    shownBounds: shownBounds ?? report.bounds,
    hiddenNodes,
    parts: listParts(report),
  };
}

function listParts(report: ModelReport): ModelPart[] {
  const names = new Map(report.nodes.map(({ index, name }) => [index, cleanName(name)]));
  return listMaterials(report, []).map((row) => ({
    name: nameMaterial(row, english),
    row,
    nodes: [...new Set(row.nodes.map((node) => names.get(node) ?? '').filter((name) => name !== ''))],
  }));
}

import {
  INSTANCE_INDEX_MAX,
  INSTANCE_INDEX_MIN,
  MATERIAL_INSTANCE,
  MODEL_MATERIALS_MAX,
} from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { MaterialId } from '../../../contract/ids.ts';
import type { ModelMaterial } from '../../../contract/scene/dressed-material.ts';
import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import {
  AS_IN_FILE,
  cleanName,
  type MaterialRow,
  materialEntry,
  withMaterialEntry,
} from '../../model/list-materials.ts';
import { nameMaterial } from '../../model/name-material.ts';
import { tieToast } from '../../scene/tie-toast.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import type { Texts } from '../../texts/use-texts.ts';
import { averageColourOf } from './average-colour.ts';
import { type Editing, isOfProject } from './edit-material.ts';

/**
 * Gives one part a material of its own: no texture, the average colour of the one it had (S2 4). One step to undo.
 *
 * @param partName What the page calls the part.
 * @param knownColour Average colour of its texture where the library says it; worked out else.
 * @returns Its entry; null when the part has one already, or the project as many as it can have.
 * @throws AppError `model-changed` when the project has another model by then.
 */
export async function makeIndependent(
  app: App,
  texts: Texts,
  row: MaterialRow,
  nodeIndex: number,
  partName: string,
  knownColour?: string,
): Promise<ModelMaterial | null> {
  const colour = row.hasTexture ? (knownColour ?? (await averageColourOf(app, row))) : row.colour;
  if (!isOfProject(app, row)) throw new AppError({ code: 'model-changed' });
  const { model_materials: entries } = currentSettings(app);
  const instances = entries.filter((entry) => entry.instanceIndex !== null);
  const isTaken = instances.some(
    (entry) => entry.originalIndex === row.file.index && entry.nodes.includes(nodeIndex),
  );
  const instanceIndex = Math.max(
    INSTANCE_INDEX_MIN,
    ...instances.map((entry) => (entry.instanceIndex ?? 0) + 1),
  );
  if (isTaken || instanceIndex > INSTANCE_INDEX_MAX || entries.length >= MODEL_MATERIALS_MAX) return null;
  const instance: ModelMaterial = {
    ...materialEntry(row),
    ...AS_IN_FILE,
    id: MaterialId.parse(app.outside.randomUuid()),
    name: cleanName(texts.t.dressing.instanceName(nameMaterial(row, texts), partName)),
    color: colour,
    ...MATERIAL_INSTANCE,
    isReset: true,
    instanceIndex,
    nodes: [nodeIndex],
    parentMaterialId: row.id,
  };
  editSettings(app, texts.t.dressing.undoIndependent(partName), {
    model_materials: [...entries, instance],
  });
  return instance;
}

/** As {@link makeIndependent}, and says so, with the texture it had one press away (G19). */
export async function offerIndependent(
  app: App,
  texts: Texts,
  row: MaterialRow,
  nodeIndex: number,
  partName: string,
  knownColour?: string,
): Promise<void> {
  const { dressing } = texts.t;
  let made: ModelMaterial | null;
  try {
    made = await makeIndependent(app, texts, row, nodeIndex, partName, knownColour);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    app.toasts.show('error', describeFailure(texts, error.failure), { cause: error });
    return;
  }
  if (made === null) {
    app.toasts.show('warning', dressing.independentFull);
    return;
  }
  const keep = {
    label: ({ t }: Texts) => t.dressing.keepTexture,
    run: () => keepTexture(app, app.texts(), made, row),
  };
  const close = row.hasTexture
    ? app.toasts.offer('success', ({ t }) => t.dressing.independentMade(partName), { action: keep })
    : app.toasts.show('success', dressing.independentMade(partName));
  tieToast(app, close, () => {
    const entry = currentSettings(app).model_materials.find(({ id }) => id === made.id);
    return entry !== undefined && entry.libraryId === made.libraryId;
  });
}

/** Dresses an instance as the material it came from: its texture, tint and values (G19). One step to undo. */
export function keepTexture(app: Editing, texts: Texts, instance: ModelMaterial, parent: MaterialRow): void {
  const { model_materials: entries } = currentSettings(app);
  const present = entries.find(({ id }) => id === instance.id);
  if (present === undefined) return;
  const { id, name, instanceIndex, nodes, parentMaterialId, isProtected, ...look } = materialEntry(parent);
  editSettings(app, texts.t.dressing.undoKeepTexture(present.name), {
    model_materials: withMaterialEntry(entries, { ...present, ...look }),
  });
}

/** Gives the parts of an instance back to the material they came from. One step to undo. */
export function rejoinMaterial(app: Editing, texts: Texts, row: MaterialRow): void {
  const { model_materials: entries } = currentSettings(app);
  editSettings(app, texts.t.dressing.undoRejoin(nameMaterial(row, texts)), {
    model_materials: entries.filter((entry) => entry.id !== row.id),
  });
}

import type { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import type { App } from '../core/app.ts';
import type { ProjectRow } from '../data/db.ts';
import { listUnsentSketches } from '../data/list-unsent-sketches.ts';
import type { NewRow } from '../data/outbox.ts';
import type { OutboxRow, OutboxWork } from '../data/outbox-row.ts';
import { listDirtyFields } from '../values/dirty-fields.ts';
import { listNewPictures } from './own-pictures.ts';

/**
 * What each kind of work is to a save: a `step` of it; a `file` that one may need, as an order may; `carried`, what every
 * save brings as well; or `apart`, which no save does anything about. The compiler asks for every new kind.
 */
const ROLES: Readonly<Record<OutboxWork['kind'], 'step' | 'file' | 'carried' | 'apart'>> = {
  'create-project': 'step',
  'upload-model': 'step',
  'upload-texture': 'step',
  'save-project': 'step',
  'upload-picture': 'file',
  'sync-views': 'carried',
  'sync-selection': 'carried',
  'sync-materials': 'carried',
  'sync-sketches': 'apart',
  'sync-look': 'apart',
  'sync-environment': 'apart',
  'activate-project': 'apart',
  'adopt-item': 'apart',
  'import-render': 'apart',
  'order-render': 'apart',
  'rerun-render': 'apart',
};

/** Whether work is a step of a save, which another save plans anew. */
export function isSaveStep({ kind }: OutboxWork): boolean {
  return ROLES[kind] === 'step';
}

/** Rows that bring the server what it lacks of a project. */
export interface SavePlan {
  readonly added: readonly NewRow[];
  /** Keys a later order must wait for, in the order in which they are sent; empty when the server has everything. */
  readonly keys: readonly string[];
}

/**
 * Plans a save of what this device holds of a project: the project itself where the server has none, the model when it
 * is new there, then textures and labels of the person's own, then the settings, then light that was painted in it. Rows that
 * wait already serve for this save as well. Call inside `db.write`, and add the rows in the same transaction.
 */
export async function planSave(app: Pick<App, 'db' | 'outside'>, projectKey: string): Promise<SavePlan> {
  const project = await app.db.projects.get(projectKey);
  if (project === undefined) return { added: [], keys: [] };
  const rows = await app.db.outbox.where('stream').equals(`project:${projectKey}`).sortBy('seq');
  // A refused save or upload is replaced by this one; what no save brings stays listed until the person decides.
  const replaced = rows.filter((row) => isReplaced(row, rows));
  await app.db.outbox.bulkDelete(replaced.map(({ seq }) => seq!));
  const waiting = rows.filter((row) => row.state === 'ready' || row.state === 'sending');
  const added: NewRow[] = [];
  const all: string[] = waiting.filter((row) => ROLES[row.work.kind] === 'step').map((row) => row.key);
  let creation = waiting.find(({ work }) => work.kind === 'create-project')?.key ?? null;
  if (project.serverId === null && creation === null) {
    creation = app.outside.randomUuid();
    const work: OutboxWork = { kind: 'create-project' };
    added.push({ key: creation, projectKey, work, dependsOn: all.at(-1) ?? null });
    all.push(creation);
  }
  const { model_hash: hash, model_name: name } = project.settings;
  const isUploading = waiting.some((row) => row.work.kind === 'upload-model' && row.work.hash === hash);
  if (hash !== null && hash !== project.saved.model_hash && !isUploading) {
    const model = await app.db.models.get(hash);
    const row: NewRow = {
      key: app.outside.randomUuid(),
      projectKey,
      work: {
        kind: 'upload-model',
        hash,
        name: name ?? model?.name ?? 'model.glb',
        sizeBytes: model?.sizeBytes ?? 0,
        uploadId: app.outside.randomUuid(),
      },
      dependsOn: all.at(-1) ?? null,
    };
    added.push(row);
    all.push(row.key);
  }
  for (const work of listTextures(project)) {
    if (waiting.some((row) => row.work.kind === 'upload-texture' && row.work.hash === work.hash)) continue;
    const key = app.outside.randomUuid();
    added.push({ key, projectKey, work, dependsOn: all.at(-1) ?? null });
    all.push(key);
  }
  for (const work of listPictures(project)) {
    const known = waiting.find((row) => row.work.kind === 'upload-picture' && row.work.hash === work.hash);
    const key = known?.key ?? app.outside.randomUuid();
    if (known === undefined) added.push({ key, projectKey, work, dependsOn: all.at(-1) ?? null });
    all.push(key);
  }
  // It carries what stands when it is sent, but cannot say how the model stands that comes behind it.
  const isSaveEnough = waiting.some(
    (row) =>
      row.work.kind === 'save-project' && row.work.frozen === null && !row.wasSent && added.length === 0,
  );
  const isDirty = listDirtyFields(project.settings, project.saved).length > 0;
  if (isDirty && !isSaveEnough) {
    const row: NewRow = {
      key: app.outside.randomUuid(),
      projectKey,
      work: { kind: 'save-project', frozen: null },
      dependsOn: all.at(-1) ?? null,
    };
    added.push(row);
    all.push(row.key);
  }
  const light = await planSketches(app, project, rows, creation);
  return { added: [...added, ...light], keys: all };
}

/**
 * Light that the server lacks, which no order waits for. Nobody else has it sent while its project is not open.
 *
 * @param creation Key of the row that makes a project which the server does not know.
 */
async function planSketches(
  { db, outside }: Pick<App, 'db' | 'outside'>,
  { key: projectKey, serverId }: ProjectRow,
  rows: readonly OutboxRow[],
  creation: string | null,
): Promise<NewRow[]> {
  const { changed, deleted } = await listUnsentSketches(db, projectKey);
  if (changed.length + deleted.length === 0) return [];
  const known = rows.filter(({ work, state }) => work.kind === 'sync-sketches' && state !== 'sending');
  // A refusal by a project that is no more says nothing of the one that is made now.
  const stale = known.filter(({ state }) => serverId === null && state !== 'ready');
  await db.outbox.bulkDelete(stale.map(({ seq }) => seq!));
  if (known.length > stale.length) return [];
  return [{ key: outside.randomUuid(), projectKey, work: { kind: 'sync-sketches' }, dependsOn: creation }];
}

function isReplaced({ work, state, key }: OutboxRow, rows: readonly OutboxRow[]): boolean {
  if ((state !== 'dead' && state !== 'parked') || ROLES[work.kind] === 'apart') return false;
  return work.kind !== 'upload-picture' || !rows.some(({ dependsOn }) => dependsOn === key);
}

/** Pictures of labels and surroundings that the server has not seen on this project. */
function listPictures({ settings, saved }: ProjectRow): Extract<OutboxWork, { kind: 'upload-picture' }>[] {
  const { render_settings } = settings;
  return listNewPictures({ render_settings }, saved).map((picture) => ({
    kind: 'upload-picture',
    ...picture,
  }));
}

/** Textures of the person's own that the server has not seen on this project, once each. */
function listTextures({ settings, saved }: ProjectRow): Extract<OutboxWork, { kind: 'upload-texture' }>[] {
  const isOwn = (entry: ModelMaterial): boolean => entry.textureHash !== null && entry.libraryId === null;
  const known = new Set(saved.model_materials.filter(isOwn).map((entry) => entry.textureHash));
  return settings.model_materials.filter(isOwn).flatMap((entry) => {
    const { textureHash: hash, id: materialId, originalIndex, originalId } = entry;
    if (hash === null || known.has(hash)) return [];
    known.add(hash);
    const name = entry.libraryMaterialName ?? 'texture';
    return [{ kind: 'upload-texture', hash, name, materialId, originalIndex, originalId }];
  });
}

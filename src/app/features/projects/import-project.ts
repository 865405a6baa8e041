import { stampViews } from '../../../contract/camera/model-views.ts';
import type { OpenedProjectFile } from '../../../contract/compute-values.ts';
import { copySettings } from '../../../contract/copy-settings.ts';
import { AppError } from '../../../contract/failure.ts';
import type { ProjectFile } from '../../../contract/files/project-file.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { ModelReport } from '../../../contract/model-report.ts';
import type { App } from '../../core/app.ts';
import type { ProjectRow } from '../../data/db.ts';
import type { NewRow } from '../../data/outbox.ts';
import { planSave } from '../../orders/plan-save.ts';
import { type MatchedItems, matchItems } from '../../scene/match-items.ts';
import { readModel } from '../../scene/obtain-model.ts';
import { proveModel } from '../../scene/prove-model.ts';
import { holdPage } from '../../state/hold-page.ts';
import { freshSettings } from '../../state/projects.ts';
import type { SketchRow } from '../../values/sketch.ts';
import type { TransferProgress } from './export-project.ts';
import { enterProject, leaveProject } from './open-project.ts';
import { openedNow } from './opened-now.ts';

/**
 * Makes a project of a project file and opens it, on this device at first: the outbox brings it to the server with its
 * model and pictures. What the libraries here have too is worn from them; other pictures become the person's own.
 *
 * @throws AppError `project-file-refused`, what `inspectModel` and `proveModel` throw, `device-storage-full`. An AbortError when cancelled.
 *   No project is made then.
 */
export function importProject(
  app: App,
  file: Blob,
  onProgress: TransferProgress,
  signal: AbortSignal,
): Promise<ProjectRow> {
  return holdPage(app.state, () => bringIn(app, file, onProgress, signal));
}

async function bringIn(
  app: App,
  file: Blob,
  onProgress: TransferProgress,
  signal: AbortSignal,
): Promise<ProjectRow> {
  const { userId } = app.state.account;
  if (userId === null) throw new AppError({ code: 'not-authenticated' });
  const { manifest, files } = await open(app, file, (done) => onProgress('reading', done), signal);
  const { model_hash: hash } = manifest.settings;
  const glb = files.find((one) => one.hash === hash)?.content ?? null;
  const report = glb === null ? null : await readModel(app, glb, signal);
  const { variant } = manifest.settings.render_settings;
  const letGo = glb === null || report === null ? null : await proveModel(app, report, glb, variant, signal);
  try {
    return await takeIn(app, userId, { manifest, files }, report, onProgress, signal);
  } catch (error) {
    letGo?.();
    throw error;
  }
}

async function takeIn(
  app: App,
  userId: number,
  { manifest, files }: OpenedProjectFile,
  report: ModelReport | null,
  onProgress: TransferProgress,
  signal: AbortSignal,
): Promise<ProjectRow> {
  const { model_hash: hash } = manifest.settings;
  for (const [index, one] of files.entries()) {
    signal.throwIfAborted();
    await app.storage.put(one.hash, one.content);
    onProgress('storing', (index + 1) / files.length);
  }
  const matched = await matchItems(app, manifest);
  signal.throwIfAborted();
  const camera_views = stampViews(matched.settings.camera_views, hash);
  const row: ProjectRow = {
    key: app.outside.randomUuid(),
    userId,
    serverId: null,
    revision: 0,
    sample: null,
    settings: copySettings({ ...matched.settings, camera_views }, app.outside.randomUuid),
    saved: freshSettings(manifest.settings.name),
    openedAt: await openedNow(app, userId),
  };
  await leaveProject(app);
  await app.db.write(async () => {
    await app.db.projects.add(row);
    if (report !== null) await keepModel(app, manifest, report);
    await app.db.sketches.bulkAdd(manifest.sketches.map((sketch) => toSketch(app, row, sketch)));
    await app.outbox.add(userId, planArrival(app, row, matched));
    const { added } = await planSave(app, row.key);
    await app.outbox.add(userId, added);
    await app.outbox.add(userId, planRenders(app, row.key, manifest));
  });
  await enterProject(app, row);
  return row;
}

async function open(
  app: App,
  file: Blob,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<OpenedProjectFile> {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => onProgress(Number(data));
  onProgress(0);
  try {
    return await app.compute(signal).openProjectFile(file, port2);
  } finally {
    port1.close();
  }
}

/** Call inside `db.write`. A model that this device has already keeps the files it was made of here. */
async function keepModel(app: App, { settings, originals }: ProjectFile, report: ModelReport): Promise<void> {
  const known = await app.db.models.get(report.hash);
  if (known?.originals !== undefined) return;
  await app.db.models.put({
    hash: report.hash,
    name: settings.model_name ?? 'model.glb',
    sizeBytes: report.sizeBytes,
    report,
    ...(originals.length > 0 ? { originals } : {}),
    addedAt: app.outside.now(),
  });
}

function toSketch(
  app: App,
  { key, settings }: ProjectRow,
  sketch: ProjectFile['sketches'][number],
): SketchRow {
  const { pose, model, steps, undone, picture, updated_at } = sketch;
  return {
    id: app.outside.randomUuid(),
    projectKey: key,
    modelHash: model === undefined ? settings.model_hash : model,
    pose,
    steps,
    undone,
    pictureHash: picture,
    updatedAt: updated_at,
  };
}

/** What goes to the server before the save: the project, and pictures that it is to know. */
function planArrival(app: App, row: ProjectRow, { foreign }: MatchedItems): NewRow[] {
  const add = (work: NewRow['work']): NewRow => ({
    key: app.outside.randomUuid(),
    projectKey: row.key,
    work,
    dependsOn: null,
  });
  const maps = new Map<ContentHash, string>();
  for (const { libraryId, normalHash, roughnessHash, name } of row.settings.model_materials) {
    for (const hash of [normalHash, roughnessHash]) {
      if (libraryId === null && hash !== null) maps.set(hash, name);
    }
  }
  return [
    add({ kind: 'create-project' }),
    ...[...maps].map(([hash, name]) => add({ kind: 'upload-picture', hash, name: name || 'map' })),
    ...foreign.map((item) => add({ kind: 'adopt-item', ...item })),
  ];
}

/** The oldest first, in a line of their own: a hundred of them shall not hold up a save. */
function planRenders(app: App, projectKey: string, { renders }: ProjectFile): NewRow[] {
  return renders.toReversed().map((render) => ({
    key: app.outside.randomUuid(),
    projectKey,
    stream: `renders:${projectKey}`,
    work: { kind: 'import-render', render },
    dependsOn: null,
  }));
}

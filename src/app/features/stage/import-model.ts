import { subscribeKey } from 'valtio/utils';
import type { NamedFile, PackedModel } from '../../../contract/compute-values.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import { nextTask } from '../../browser/next-task.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { readModel } from '../../scene/obtain-model.ts';
import { proveModel } from '../../scene/prove-model.ts';
import type { ModelLoad } from '../../state/stage.ts';
import type { ModelRow } from '../../values/model-table.ts';
import { adoptModel } from './adopt-model.ts';
import { guessName } from './given-files.ts';
import { sendAgain } from './send-again.ts';

/** What became of the files. */
export type ImportedModel = Pick<PackedModel, 'name' | 'ambiguous' | 'passedOver'> & {
  readonly row: ModelRow;
};

/**
 * Takes the files that a person gave: makes one GLB of them off the page, has it drawn once out of sight, keeps it on this
 * device under its hash with the files it was made of, and makes it the project's model. Whatever fails, the stage, the
 * project and this device stay as they were.
 *
 * @param known The model these files belong to, when they only complete it: name and settings are kept.
 * @param cancel It ends, too, when the person leaves the project: the files were meant for that one.
 * @throws AppError What `packModel` and `inspectModel` throw, `device-storage-full`, `graphics-unavailable`; an AbortError when cancelled.
 */
export async function importModel(
  app: App,
  files: readonly NamedFile[],
  cancel: AbortSignal,
  known: ModelRow | null = null,
): Promise<ImportedModel> {
  const { stage } = app.state;
  const leaving = new AbortController();
  const { signal } = leaving;
  const stop = (): void => leaving.abort(cancel.reason);
  if (cancel.aborted) stop();
  cancel.addEventListener('abort', stop);
  app.importing.current = leaving;
  let name = known?.name ?? guessName(files);
  let sizeBytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const step = (phase: ModelLoad['phase'], progress: number, hash: ContentHash | null = null): void => {
    signal.throwIfAborted();
    stage.load = { name, hash, isImport: true, phase, progress, sizeBytes };
  };
  stage.refused = null;
  stage.incomplete = null;
  step('checking', 5);
  let isOnItsWay = false;
  let letGo = (): void => undefined;
  try {
    const packed = await app.compute(signal).packModel(files);
    const { glb } = packed;
    if (known === null) name = packed.name;
    sizeBytes = glb.size;
    step('checking', 20);
    const report = await readModel(app, glb, signal);
    step('drawing', 45, report.hash);
    letGo = await proveModel(app, report, glb, currentSettings(app).render_settings.variant, signal);
    step('storing', 60, report.hash);
    await app.storage.put(report.hash, glb);
    const originals = await keepOriginals(app, packed, report.hash, signal);
    const row: ModelRow = {
      hash: report.hash,
      name,
      sizeBytes,
      report,
      ...(originals.length > 0 ? { originals } : {}),
      ...(known !== null && known.hash !== report.hash
        ? { completes: [known.hash, ...(known.completes ?? [])] }
        : {}),
      addedAt: app.outside.now(),
    };
    await nextTask();
    await app.db.run(() => app.db.models.put(row));
    await nextTask();
    step('storing', 65, report.hash);
    await untilOpen(app, signal);
    isOnItsWay = adoptModel(app, row, known !== null);
    if (!isOnItsWay) await sendAgain(app, report.hash);
    if (isOnItsWay && stage.load !== null) stage.load.isImport = false;
    return { row, name, ambiguous: packed.ambiguous, passedOver: packed.passedOver };
  } finally {
    cancel.removeEventListener('abort', stop);
    if (app.importing.current === leaving) app.importing.current = null;
    // A later import has a card of its own by then; the stage takes over the card of a model it is to show.
    if (!isOnItsWay) letGo();
    if (!isOnItsWay && !signal.aborted) stage.load = null;
  }
}

/** Which project the model is for is known once it is open: on a new device the server is asked for it first. */
async function untilOpen({ state }: App, signal: AbortSignal): Promise<void> {
  const { project } = state;
  if (project.status !== 'loading') return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      if (project.status === 'loading' && !signal.aborted) return;
      stop();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const stop = subscribeKey(project, 'status', end);
    signal.addEventListener('abort', end);
  });
  signal.throwIfAborted();
}

/** Stores what a GLB was made of, so that files it lacks can be added later; nothing when it was a GLB already (L19). */
async function keepOriginals(
  app: App,
  { used }: PackedModel,
  glbHash: ContentHash,
  signal: AbortSignal,
): Promise<NonNullable<ModelRow['originals']>> {
  const originals: { path: string; hash: ContentHash }[] = [];
  for (const { path, file } of used) {
    const hash = await app.compute(signal).hashFile(file);
    if (hash !== glbHash) await app.storage.put(hash, file);
    originals.push({ path, hash });
  }
  return originals.every(({ hash }) => hash === glbHash) ? [] : originals;
}

import { z } from 'zod';
import { AppError, isFailure } from '../../../contract/failure.ts';
import { PatchProjectBody, ProjectBody, type ProjectSettings } from '../../../contract/http/projects.ts';
import { changeModel } from '../../../contract/scene/swap-standings.ts';
import type { SendTools } from '../../core/app.ts';
import type { ProjectRow } from '../../data/db.ts';
import type { OutboxRow, OutboxWork } from '../../data/outbox-row.ts';
import { readAtRestore } from '../../orders/at-restore.ts';
import { listNewPictures, withoutOwnPictures } from '../../orders/own-pictures.ts';
import { bringPicture } from '../../orders/send-picture.ts';
import { listUnsent } from '../../values/dirty-fields.ts';
import { listDifferences, pickFields } from '../../values/same-value.ts';
import { adoptProject } from './adopt-project.ts';
import { keepLostModel } from './keep-lost-model.ts';
import { keepOpenActive } from './send-activation.ts';
import { settingsOf } from './settings-of.ts';

/** How often a save meets another device's before it waits like one that the server could not take. */
const MAX_ROUNDS = 3;
/** Of a project that was only made. */
const FIRST_REVISION = 1;

/**
 * Sends the creation of a project that began on this device (A17). The body is frozen into the row before it is sent. Its
 * model and the person's own pictures follow once there is a project to send them to, and the save after them names them.
 * What is open on this device stays the active one.
 */
export async function sendNewProject(
  tools: SendTools,
  row: OutboxRow,
  update: (work: OutboxWork) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (row.work.kind !== 'create-project') throw new Error('Not a creation');
  const project = await tools.db.run(() => tools.db.projects.get(row.projectKey));
  if (project === undefined) return;
  if (project.serverId !== null) return keepOpenActive(tools, project, signal);
  let { frozen } = row.work;
  if (frozen === undefined) {
    const { model_hash: _hash, ...settings } = withoutOwnPictures(project.settings);
    frozen = z.record(z.string(), z.unknown()).parse({ ...settings, user: project.userId });
    await update({ kind: 'create-project', frozen });
  }
  const body = await tools.server.call(
    '/api/project/',
    ProjectBody,
    { method: 'POST', key: row.key, body: frozen },
    signal,
  );
  await noteMade(tools, row.projectKey, body, frozen);
  await keepOpenActive(tools, project, signal);
}

/**
 * Writes down a project as the server has made it. It may have been made long ago, by a call whose answer was lost, and have
 * been changed by others since: they meet this device's edits as they would have then.
 */
async function noteMade(
  tools: SendTools,
  key: string,
  body: ProjectBody,
  frozen: Record<string, unknown>,
): Promise<void> {
  const isNew = body.revision === FIRST_REVISION;
  const made = isNew ? body : ProjectBody.parse({ ...body, model_hash: null, ...frozen });
  const saved = settingsOf(made);
  await tools.db.run(() =>
    tools.db.projects.update(key, {
      serverId: body.id,
      madeAt: body.created_at ?? null,
      revision: FIRST_REVISION,
      saved,
    }),
  );
  if (!isNew) await keepLostModel(tools, body, (await adoptProject(tools, key, body, null, null)).lost);
}

/**
 * Sends what of a project differs from the server's. The body is frozen into the row before it is sent; the pictures that
 * it names go first, where the server lacks them: what was laid on since the save was asked for has no row of its own. When
 * another device saved in between, the server's copy comes with the refusal, the two are merged, and what does not stand is
 * kept as a backup (K7).
 */
export async function sendSavedProject(
  tools: SendTools,
  row: OutboxRow,
  update: (work: OutboxWork) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (row.work.kind !== 'save-project') throw new Error('Not a save');
  let { frozen } = row.work;
  let { key } = row;
  for (let round = 1; ; round += 1) {
    const project = await readProject(tools, row.projectKey);
    if (project.serverId === null) throw new AppError({ code: 'not-found' });
    if (frozen === null) {
      const patch = unsentPatch(project);
      if (Object.keys(patch).length === 0) return;
      frozen = { ...patch, revision: project.revision };
      await update({ kind: 'save-project', frozen });
    }
    await bringPictures(tools, project, frozen, signal);
    try {
      await patchProject(tools, project, frozen, key, signal);
      return;
    } catch (error) {
      if (!isFailure(error, 'revision-stale') || round === MAX_ROUNDS) throw error;
      const path = `/api/project/${project.serverId}/`;
      const body = error.failure.project ?? (await tools.server.call(path, ProjectBody, {}, signal));
      const common = await readAtRestore(tools, body, signal);
      const { lost } = await adoptProject(tools, project.key, body, project.revision, common);
      await keepLostModel(tools, body, lost);
      frozen = null;
      // Another body needs another key (L2). Sent twice it meets itself, which is no difference.
      key = tools.randomUuid();
    }
  }
}

/** A picture has its hash for a name: brought twice, it is one. */
async function bringPictures(
  tools: SendTools,
  { saved }: ProjectRow,
  frozen: Record<string, unknown>,
  signal: AbortSignal,
): Promise<void> {
  for (const picture of listNewPictures(PatchProjectBody.catch({}).parse(frozen), saved)) {
    await bringPicture(tools, picture, tools.randomUuid(), signal);
  }
}

async function patchProject(
  tools: SendTools,
  project: ProjectRow,
  body: Record<string, unknown>,
  key: string,
  signal: AbortSignal,
): Promise<void> {
  const answer = await tools.server.call(
    `/api/project/${project.serverId}/`,
    ProjectBody,
    { method: 'PATCH', key, body },
    signal,
  );
  await tools.db.write(async () => {
    const row = await tools.db.projects.get(project.key);
    // A repeat is answered as it was the first time: what has come since stands.
    if (row === undefined || answer.revision < row.revision) return;
    await tools.db.projects.update(row.key, { revision: answer.revision, saved: settingsOf(answer) });
  });
}

/**
 * Fields that the server lacks, of the render settings the single keys. The model itself travels as an upload, never as
 * a hash in a save: while the server shows another one, what belongs to that is what it lacks.
 */
function unsentPatch(project: ProjectRow): Record<string, unknown> {
  const { saved } = project;
  const settings =
    saved.model_hash === null ? project.settings : changeModel(project.settings, saved.model_hash);
  const { render_settings: look } = settings;
  const fields = listUnsent(settings, saved).filter((field) => field !== 'model_hash');
  const keys = listDifferences(look, saved.render_settings);
  // What was deleted when goes with the views that are left.
  const hasLook = fields.includes('render_settings') || fields.includes('camera_views');
  const patch: Record<string, unknown> = pickFields<ProjectSettings>(
    settings,
    fields.filter((field) => field !== 'render_settings'),
  );
  if (hasLook && keys.length > 0) patch.render_settings = pickFields(look, keys);
  return z.record(z.string(), z.unknown()).parse(patch);
}

async function readProject(tools: Pick<SendTools, 'db'>, key: string): Promise<ProjectRow> {
  const project = await tools.db.run(() => tools.db.projects.get(key));
  if (project === undefined) throw new AppError({ code: 'not-found' });
  return project;
}

import { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import { ProjectBody } from '../../../contract/http/projects.ts';
import type { SendTools } from '../../app.ts';
import type { OutboxRow, OutboxWork, ProjectRow } from '../../db.ts';
import { listUnsent } from '../../dirty-fields.ts';
import { pickFields } from '../../same-value.ts';
import { backUpReplaced, mergeEdits } from './merge-edits.ts';
import { settingsOf } from './settings-of.ts';

/**
 * Sends the creation of a project that began on this device (A17). Its model and the person's own pictures follow once
 * there is a project to send them to, and the save after them names them.
 */
export async function sendNewProject(tools: SendTools, row: OutboxRow, signal: AbortSignal): Promise<void> {
  const project = await readProject(tools, row.projectKey);
  if (project.serverId !== null) return;
  const { model_hash: _hash, model_materials: materials, ...settings } = project.settings;
  const model_materials = materials.map((entry) =>
    entry.libraryId === null ? { ...entry, textureHash: null, texturePath: null } : entry,
  );
  const body = await tools.server.call(
    '/api/project/',
    ProjectBody,
    { method: 'POST', key: row.key, body: { ...settings, model_materials, user: project.userId } },
    signal,
  );
  await tools.db.run(() =>
    tools.db.projects.update(row.projectKey, {
      serverId: body.id,
      revision: body.revision,
      saved: settingsOf(body),
    }),
  );
}

/**
 * Sends the fields of a project that differ from the server's. The body is frozen into the row before it is sent. When
 * another device saved in between, the two are merged, see {@link mergeEdits}, and what this device's edits replace is
 * kept as a backup (K7).
 *
 * @returns The names of the fields in which another device's work was replaced.
 */
export async function sendSavedProject(
  tools: SendTools,
  row: OutboxRow,
  update: (work: OutboxWork) => Promise<void>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const project = await readProject(tools, row.projectKey);
  if (project.serverId === null || row.work.kind !== 'save-project')
    throw new AppError({ code: 'not-found' });
  let frozen = row.work.frozen;
  if (frozen === null) {
    frozen = dirtyPatch(project);
    if (Object.keys(frozen).length === 0) return [];
    frozen = { ...frozen, revision: project.revision };
    await update({ kind: 'save-project', frozen });
  }
  try {
    await patchProject(tools, project, frozen, row.key, signal);
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || error.failure.code !== 'revision-stale') throw error;
    return mergeAndSend(tools, project, signal);
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
  await tools.db.run(() =>
    tools.db.projects.update(project.key, { revision: answer.revision, saved: settingsOf(answer) }),
  );
}

async function mergeAndSend(
  tools: SendTools,
  project: ProjectRow,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const theirs = await tools.server.call(`/api/project/${project.serverId}/`, ProjectBody, {}, signal);
  const theirSettings = settingsOf(theirs);
  const { settings: merged, replaced } = mergeEdits(project, theirSettings);
  const next: ProjectRow = { ...project, settings: merged, saved: theirSettings, revision: theirs.revision };
  await tools.db.write(async () => {
    await backUpReplaced(tools.db, project.key, tools.now(), theirSettings, replaced);
    await tools.db.projects.update(project.key, {
      settings: merged,
      saved: theirSettings,
      revision: theirs.revision,
    });
  });
  const body = dirtyPatch(next);
  if (Object.keys(body).length > 0) {
    await patchProject(tools, next, { ...body, revision: next.revision }, tools.randomUuid(), signal);
  }
  return replaced;
}

/** The model itself travels as an upload, never as a hash in a save. */
function dirtyPatch(project: ProjectRow): Record<string, unknown> {
  const fields = listUnsent(project.settings, project.saved).filter((field) => field !== 'model_hash');
  return z.record(z.string(), z.unknown()).parse(pickFields(project.settings, fields));
}

async function readProject(tools: SendTools, key: string): Promise<ProjectRow> {
  const project = await tools.db.run(() => tools.db.projects.get(key));
  if (project === undefined) throw new AppError({ code: 'not-found' });
  return project;
}

import { UPLOAD_PART_BYTES } from '../../../contract/constants.ts';
import { AppError, isFailure } from '../../../contract/failure.ts';
import { ProjectBody } from '../../../contract/http/projects.ts';
import { ModelStateBody, UploadedBody, UploadStatusBody } from '../../../contract/http/uploads.ts';
import { changeModel } from '../../../contract/scene/swap-standings.ts';
import type { SendTools } from '../../core/app.ts';
import { classifyFailure } from '../../data/classify-failure.ts';
import type { ProjectRow } from '../../data/db.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';
import { readAtRestore } from '../../orders/at-restore.ts';
import { adoptProject } from './adopt-project.ts';
import { keepLostModel } from './keep-lost-model.ts';
import { sendParts, type Upload } from './send-parts.ts';
import { settingsOf } from './settings-of.ts';

/** How often `complete` may name missing parts before it counts as a failure; once is normal after a cleaned server. */
const MAX_ROUNDS = 3;

/**
 * Sends a model: in one call with its hash, a larger one in parts, beginning with what the server lacks, so that a fault
 * costs what was on the way at most (L3, D14). The whole is checked before the project shows it. Of one that the server has
 * from this person only the hash travels.
 *
 * @param partBytes Size of a part; more than one such is sent in parts.
 * @throws AppError `file-empty` when the bytes are no longer on this device, and the server has none.
 */
export async function uploadModel(
  tools: SendTools,
  row: OutboxRow,
  signal: AbortSignal,
  partBytes = UPLOAD_PART_BYTES,
): Promise<void> {
  if (row.work.kind !== 'upload-model') throw new Error('Not an upload');
  const { hash, name, uploadId } = row.work;
  const project = await tools.db.run(() => tools.db.projects.get(row.projectKey));
  const file = await tools.storage.get(hash);
  if (project === undefined || project.serverId === null) throw new AppError({ code: 'not-found' });
  const meet = () => meetOthers(tools, project, signal);
  const named = { name, hash, uploadId, projectId: project.serverId, partBytes };
  const sendBytes = async () => {
    if (file === null) throw new AppError({ code: 'file-empty', name });
    const upload: Upload = { ...named, file };
    return file.size <= partBytes
      ? sendWhole(tools, upload, meet, row.key, signal)
      : sendInParts(tools, upload, meet, signal);
  };
  let body: ProjectBody;
  try {
    body = (await nameModel(tools, named, file === null && row.wasSent, meet, signal)) ?? (await sendBytes());
  } finally {
    tools.onUploadProgress(null);
  }
  await tools.db.write(async () => {
    const before = await tools.db.projects.get(row.projectKey);
    if (before === undefined) return;
    // Another device's change in between is met, and kept, by the next save.
    const isOursAlone = body.revision === before.revision + 1;
    await tools.db.projects.update(
      row.projectKey,
      isOursAlone
        ? { revision: body.revision, saved: settingsOf(body) }
        : { saved: { ...changeModel(before.saved, hash), model_name: body.model_name } },
    );
  });
}

/** An upload names no revision: a model that another device brought meanwhile is met before this one takes its place. */
async function meetOthers(
  tools: SendTools,
  { key, serverId }: Pick<ProjectRow, 'key' | 'serverId'>,
  signal: AbortSignal,
): Promise<ProjectBody> {
  const asked = await tools.db.run(() => tools.db.projects.get(key));
  const body = await tools.server.call(`/api/project/${serverId}/`, ProjectBody, {}, signal);
  const common = await readAtRestore(tools, body, signal);
  const { lost } = await adoptProject(tools, key, body, asked?.revision ?? null, common);
  await keepLostModel(tools, body, lost);
  return body;
}

/**
 * Gives the project a model that the server has from this person, without its bytes.
 *
 * @param wasSent It was sent before, and its bytes are here no longer: where the project shows it, that is what came of it, and
 *   the answer was lost.
 * @returns Null when they must travel: it has none, or the project shows it there already, and it may be given again because
 *   something is wrong with it.
 */
async function nameModel(
  tools: SendTools,
  { hash, name, projectId }: Omit<Upload, 'file'>,
  wasSent: boolean,
  meet: () => Promise<ProjectBody>,
  signal: AbortSignal,
): Promise<ProjectBody | null> {
  const state = await tools.server.call(`/api/model/${hash}/`, ModelStateBody, {}, signal);
  if (!state.is_stored) return null;
  const met = await meet();
  if (met.model_hash === hash) return wasSent ? met : null;
  // A key of its own: under the row's the bytes may have been on their way before.
  const key = tools.randomUuid();
  try {
    const body = await tools.server.call(
      `/api/project/${projectId}/`,
      ProjectBody,
      { method: 'PATCH', key, body: { model_hash: hash, model_name: name } },
      signal,
    );
    tools.onUploadProgress(1);
    return body;
  } catch (error) {
    // It has been swept away since it was asked for.
    if (isFailure(error, 'invalid-request')) return null;
    throw error;
  }
}

async function sendWhole(
  tools: SendTools,
  { file, name, hash, projectId }: Upload,
  meet: () => Promise<unknown>,
  key: string,
  signal: AbortSignal,
): Promise<ProjectBody> {
  await meet();
  const form = new FormData();
  form.set('sha256', hash);
  form.set('model_name', name);
  form.set('model', file, name);
  const onProgress = (sent: number, total: number) => tools.onUploadProgress(Math.min(1, sent / total));
  tools.onUploadProgress(0);
  return tools.server.call(
    `/api/project/${projectId}/`,
    ProjectBody,
    { method: 'PATCH', key, body: form, onProgress },
    signal,
  );
}

async function sendInParts(
  tools: SendTools,
  upload: Upload,
  meet: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<ProjectBody> {
  const total = Math.ceil(upload.file.size / upload.partBytes);
  const all = Array.from({ length: total }, (_, index) => index);
  let missing = await listMissing(tools, upload, all, signal);
  for (let round = 1; ; round += 1) {
    await asRefused('part', sendParts(tools, upload, missing, signal));
    await meet();
    try {
      await complete(tools, upload, total, signal);
      return await tools.server.call(`/api/project/${upload.projectId}/`, ProjectBody, {}, signal);
    } catch (error) {
      if (round === MAX_ROUNDS) return asRefused('complete', Promise.reject(error));
      if (isFailure(error, 'upload-incomplete')) missing = error.failure.missing;
      // The server has forgotten a whole that is not what was announced.
      else if (isFailure(error, 'upload-hash-mismatch')) missing = all;
      else return asRefused('complete', Promise.reject(error));
    }
  }
}

/** Says of a refusal which of the two calls it was; what may pass by itself is left as it is. */
async function asRefused<T>(step: 'part' | 'complete', work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError) || classifyFailure(error.failure) !== 'dead') throw error;
    throw new AppError({ code: 'upload-refused', step, failure: error.failure }, { cause: error });
  }
}

async function listMissing(
  tools: SendTools,
  { uploadId }: Upload,
  all: readonly number[],
  signal: AbortSignal,
): Promise<readonly number[]> {
  try {
    const status = await tools.server.call(`/api/chunked-upload/${uploadId}/`, UploadStatusBody, {}, signal);
    return all.filter((index) => !status.received.includes(index));
  } catch (error) {
    if (isFailure(error, 'not-found')) return all;
    throw error;
  }
}

async function complete(
  tools: SendTools,
  { uploadId, name, hash, projectId }: Upload,
  total: number,
  signal: AbortSignal,
): Promise<void> {
  const body = {
    upload_id: uploadId,
    project_id: projectId,
    filename: name,
    sha256: hash,
    total_chunks: total,
  };
  // A fresh key each time: "incomplete" is an answer too, and would be repeated under the old one for 7 days.
  await tools.server.call('/api/chunked-upload/complete/', UploadedBody, { method: 'POST', body }, signal);
}

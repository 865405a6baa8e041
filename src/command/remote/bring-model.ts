import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { UPLOAD_PART_BYTES } from '../../contract/constants.ts';
import { ProjectBody } from '../../contract/http/projects.ts';
import { ModelStateBody, UploadedBody, UploadStatusBody } from '../../contract/http/uploads.ts';
import type { ContentHash, ProjectId } from '../../contract/ids.ts';
import { hashOf } from '../recipe/held-files.ts';
import type { Remote } from './open-remote.ts';

const Projects = z.array(ProjectBody.pick({ id: true, model_hash: true, is_sample: true }));

/** A model as it is packed. */
export interface SentModel {
  readonly hash: ContentHash;
  readonly name: string;
  readonly glb: Uint8Array;
}

/**
 * The project of a model: the oldest one that shows it, else a new one. The bytes travel only where the server has not got them from
 * this person, and before there is a project, so that what is refused or cut off on the way leaves none. Calls of one model make one
 * project, at once or one after the other; what another call has made stays its own.
 */
export async function bringModel(remote: Remote, model: SentModel): Promise<ProjectId> {
  const { hash, name } = model;
  const { is_stored: isStored } = await remote.call(`/api/model/${hash}/`, ModelStateBody);
  if (!isStored) {
    const uploadId = await sendParts(remote, model);
    const project = await makeProject(remote, hash, { name });
    await complete(remote, project, uploadId, model);
    return project;
  }
  const projects = await remote.call('/api/project/', Projects);
  const fitting = projects.filter((project) => project.model_hash === hash && !project.is_sample);
  // Always the same one: orders of another project are other orders.
  const [oldest] = fitting.sort((a, b) => a.id - b.id);
  return oldest?.id ?? makeProject(remote, hash, { name, model_hash: hash, model_name: name });
}

/** One that shows the model, or waits for it. What was made for it before may be gone since, or show another by now. */
async function makeProject(remote: Remote, hash: ContentHash, body: object): Promise<ProjectId> {
  for (let attempt = 0; ; attempt++) {
    const { id } = await remote.call('/api/project/', ProjectBody.pick({ id: true }), {
      method: 'POST',
      body,
      idempotencyKey: nameProject(hash, body, attempt),
    });
    const projects = await remote.call('/api/project/', Projects);
    const made = projects.find((project) => project.id === id);
    if (made !== undefined && (made.model_hash ?? hash) === hash) return id;
  }
}

/** A UUID that is the same for the same: by that the server knows what was made with it for good. */
function nameProject(hash: ContentHash, body: object, attempt: number): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([hash, body, attempt]))
    .digest('hex');
  const [a, b, c, d, e] = [
    [0, 8],
    [8, 12],
    [13, 16],
    [17, 20],
    [20, 32],
  ].map(([from, to]) => digest.slice(from, to));
  return `${a}-${b}-8${c}-8${d}-${e}`;
}

/** @returns What the upload is called. */
async function sendParts(remote: Remote, { name, glb }: SentModel): Promise<string> {
  const uploadId = randomUUID();
  const total = Math.ceil(glb.byteLength / UPLOAD_PART_BYTES);
  for (let index = 0; index < total; index++) {
    const part = glb.slice(index * UPLOAD_PART_BYTES, (index + 1) * UPLOAD_PART_BYTES);
    const form = new FormData();
    form.set('upload_id', uploadId);
    form.set('chunk_index', String(index));
    form.set('total_chunks', String(total));
    form.set('filename', name);
    form.set('size_bytes', String(glb.byteLength));
    form.set('sha256', hashOf(part));
    form.set('file', new Blob([part]), name);
    await remote.call('/api/chunked-upload/', UploadStatusBody, { method: 'POST', body: form });
  }
  return uploadId;
}

async function complete(
  remote: Remote,
  project: ProjectId,
  uploadId: string,
  { hash, name, glb }: SentModel,
): Promise<void> {
  const total = Math.ceil(glb.byteLength / UPLOAD_PART_BYTES);
  await remote.call('/api/chunked-upload/complete/', UploadedBody, {
    method: 'POST',
    body: { upload_id: uploadId, project_id: project, filename: name, sha256: hash, total_chunks: total },
    idempotencyKey: uploadId,
  });
}

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { UPLOAD_PART_BYTES } from '../../contract/constants.ts';
import { ProjectBody } from '../../contract/http/projects.ts';
import { ModelStateBody, UploadedBody, UploadStatusBody } from '../../contract/http/uploads.ts';
import type { ContentHash, ProjectId } from '../../contract/ids.ts';
import { hashOf } from '../recipe/held-files.ts';
import type { Remote } from './open-remote.ts';
import { RemoteError } from './remote-error.ts';

const Projects = z.array(ProjectBody.pick({ id: true, name: true, model_hash: true, is_sample: true }));

/** A model as it is packed. */
export interface SentModel {
  readonly hash: ContentHash;
  readonly name: string;
  readonly glb: Uint8Array;
}

/**
 * The project of a model: the oldest one that shows it, else one of its name that has none yet, as a call leaves it that was killed or
 * lost its server, else a new one. The bytes travel only where the server has not got them from this person.
 */
export async function bringModel(remote: Remote, model: SentModel): Promise<ProjectId> {
  const { hash, name } = model;
  const { is_stored: isStored } = await remote.call(`/api/model/${hash}/`, ModelStateBody);
  const projects = await remote.call('/api/project/', Projects);
  const isIts = (project: (typeof projects)[number]): boolean =>
    isStored ? project.model_hash === hash : project.model_hash === null && project.name === name;
  const fitting = projects.filter((project) => isIts(project) && !project.is_sample);
  // Always the same one: orders of another project are other orders.
  const [oldest] = fitting.sort((a, b) => a.id - b.id);
  if (oldest !== undefined) {
    if (!isStored) await sendParts(remote, oldest.id, model);
    return oldest.id;
  }
  const body = { name, ...(isStored && { model_hash: hash, model_name: name }) };
  const made = await remote.call('/api/project/', ProjectBody.pick({ id: true }), {
    method: 'POST',
    body,
    idempotencyKey: randomUUID(),
  });
  if (isStored) return made.id;
  await sendParts(remote, made.id, model).catch(async (error: unknown) => {
    // A project without its model is nothing that anybody asked for; a server that is away is not waited for again.
    const isAway = error instanceof RemoteError && error.code === 'server-unreachable';
    if (!isAway)
      await remote.call(`/api/project/${made.id}/`, z.unknown(), { method: 'DELETE' }).catch(() => undefined);
    throw error;
  });
  return made.id;
}

async function sendParts(remote: Remote, project: ProjectId, { hash, name, glb }: SentModel): Promise<void> {
  const uploadId = randomUUID();
  const total = Math.ceil(glb.byteLength / UPLOAD_PART_BYTES);
  for (let index = 0; index < total; index++) {
    const part = glb.slice(index * UPLOAD_PART_BYTES, (index + 1) * UPLOAD_PART_BYTES);
    const form = new FormData();
    form.set('upload_id', uploadId);
    form.set('chunk_index', String(index));
    form.set('total_chunks', String(total));
    form.set('filename', name);
    form.set('project_id', String(project));
    form.set('size_bytes', String(glb.byteLength));
    form.set('sha256', hashOf(part));
    form.set('file', new Blob([part]), name);
    await remote.call('/api/chunked-upload/', UploadStatusBody, { method: 'POST', body: form });
  }
  await remote.call('/api/chunked-upload/complete/', UploadedBody, {
    method: 'POST',
    body: { upload_id: uploadId, project_id: project, filename: name, sha256: hash, total_chunks: total },
    idempotencyKey: uploadId,
  });
}

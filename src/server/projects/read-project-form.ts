import { createHash } from 'node:crypto';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { UPLOAD_PART_BYTES } from '../../contract/constants.ts';
import { PatchProjectBody } from '../../contract/http/projects.ts';
import { ContentHash } from '../../contract/ids.ts';
import { checkShape, invalidRequest } from '../http/check-shape.ts';
import type { Hold } from '../models/bring-model.ts';
import type { Storage, StoredBytes } from '../storage/storage.ts';

/** The largest settings of a project in JSON, as for a body that is JSON. */
const FIELD_MAX_BYTES = 4 * 1024 ** 2;
const NAME_DEFAULT = 'model.glb';

/** A change of a project as a form: its fields checked, its model stored but nobody's yet. */
export interface ProjectForm {
  readonly change: PatchProjectBody;
  readonly model: { readonly stored: StoredBytes; readonly sha256: string | undefined } | null;
  /** Hash of the fields and the model, for the Idempotency-Key. */
  readonly bodyHash: string;
}

/**
 * Reads the multipart body of PATCH /api/project/{id}/: the file `model`, 25 MiB at most, and text fields of the JSON
 * body's names. A text stands as it is, everything else as JSON. `materials_data` is another name of `model_materials`
 * (K6), `sha256` the hash of the file.
 *
 * @throws AppError `upload-too-large`, `storage-full`, `invalid-request` naming fields.
 */
export async function readProjectForm(
  storage: Storage,
  hold: Hold,
  request: FastifyRequest,
): Promise<ProjectForm> {
  const texts: Record<string, string> = {};
  let file: { readonly stored: StoredBytes; readonly name: string } | null = null;
  // One byte more than a file may have, so that the storage sees that it is too large and keeps none of it.
  const limits = { fileSize: UPLOAD_PART_BYTES + 1, files: 1, fields: 50, fieldSize: FIELD_MAX_BYTES };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw invalidRequest(part.fieldname, 'is too long');
      texts[part.fieldname] = String(part.value);
      continue;
    }
    if (part.fieldname !== 'model') throw invalidRequest(part.fieldname, 'is not known');
    const stored = await storage.put(part.file, UPLOAD_PART_BYTES);
    await hold(stored);
    file = { stored, name: part.filename.slice(-255) || NAME_DEFAULT };
  }
  const { sha256, materials_data: materials, ...rest } = texts;
  const fields = materials === undefined ? rest : { model_materials: materials, ...rest };
  const change = checkShape(PatchProjectBody, readValues(fields));
  const announced = sha256 === undefined ? undefined : checkShape(ContentHash, sha256, 'sha256');
  const adopted = file && { model_hash: file.stored.hash, model_name: change.model_name ?? file.name };
  return {
    change: { ...change, ...adopted },
    model: file && { stored: file.stored, sha256: announced },
    bodyHash: createHash('sha256')
      .update(JSON.stringify([Object.entries(texts).sort(), file?.stored.hash, file?.name]))
      .digest('hex'),
  };
}

function readValues(texts: Readonly<Record<string, string>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(texts)) {
    const shape =
      name in PatchProjectBody.shape ? PatchProjectBody.shape[name as keyof PatchProjectBody] : null;
    values[name] = shape === null || shape.safeParse(text).success ? text : parseJson(name, text);
  }
  return values;
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidRequest(name, 'is neither a text of its kind nor JSON');
  }
}

import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { UPLOAD_PART_BYTES } from '../../contract/constants.ts';
import {
  CompleteUploadBody,
  ModelStateBody,
  UploadedBody,
  UploadPartFields,
  UploadStatusBody,
} from '../../contract/http/uploads.ts';
import { ContentHash } from '../../contract/ids.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { callerOf } from '../http/authenticate.ts';
import { bufferPart } from '../http/buffer-part.ts';
import { checkShape, invalidRequest } from '../http/check-shape.ts';
import { runOnce } from '../http/idempotency.ts';
import { limitBy } from '../http/limit-rates.ts';
import { signalOf } from '../http/signal-of.ts';
import { bringModel } from '../models/bring-model.ts';
import type { ModelDeps } from '../models/check-model.ts';
import { assembleUpload, giveToProject, type UploadDeps } from '../models/complete-upload.ts';
import { hasModel } from '../models/has-model.ts';
import { listParts, receivePart } from '../models/receive-part.ts';

const MINUTE_MS = 60_000;
/** 25 MiB each: ten models of 500 MiB in a minute. */
const PARTS_PER_MINUTE = 200;
const COMPLETIONS_PER_MINUTE = 60;

/** /api/chunked-upload/: models in parts of 25 MiB (S3 7, L3); /api/model/: which of them need not come again. */
export function uploadRoutes(app: App, deps: Deps): void {
  const { storage, models, arriving, locks } = deps.services;
  const { db } = deps.database;
  const modelDeps: ModelDeps = { db, storage, models, arriving, locks };
  const limit = (name: string, max: number) =>
    limitBy(app, deps, { max, windowMs: MINUTE_MS, key: (request) => `${name}:${callerOf(request)}` });
  const partLimit = limit('part', PARTS_PER_MINUTE);
  const completeLimit = limit('complete', COMPLETIONS_PER_MINUTE);

  app.get(
    '/api/model/:hash/',
    {
      schema: {
        summary: 'Tells whether the server has a model',
        params: z.object({ hash: ContentHash }),
        response: { 200: ModelStateBody },
      },
    },
    async (request) => ({
      is_stored: await hasModel({ db, storage }, callerOf(request), request.params.hash),
    }),
  );

  app.post(
    '/api/chunked-upload/',
    {
      config: { form: { texts: UploadPartFields, files: { file: 'needed' } } },
      schema: { summary: 'Brings a part of a model', response: { 200: UploadStatusBody } },
      preHandler: partLimit,
    },
    async (request) => ({ received: await readPart(deps, request) }),
  );

  app.get(
    '/api/chunked-upload/:upload_id/',
    {
      schema: {
        summary: 'Tells which parts of a model are there',
        params: z.object({ upload_id: z.uuid() }),
        response: { 200: UploadStatusBody },
      },
    },
    async (request) => {
      const upload = { userId: callerOf(request), uploadId: request.params.upload_id };
      return { received: await listParts(db, upload) };
    },
  );

  app.post(
    '/api/chunked-upload/complete/',
    {
      schema: {
        summary: 'Puts the parts of a model together',
        body: CompleteUploadBody,
        response: { 200: UploadedBody },
      },
      preHandler: completeLimit,
    },
    async (request, reply) => {
      const { body } = request;
      const userId = callerOf(request);
      const signal = signalOf(reply);
      const { modelSpaceBytes } = deps.config;
      const uploadDeps: UploadDeps = { ...modelDeps, urls: request.urls, modelSpaceBytes };
      // A file is put together once, however often and of whichever process it is asked for: the others find it done.
      return locks.hold(`upload ${userId} ${body.upload_id}`, signal, async () => {
        signal.throwIfAborted();
        const answer = await bringModel(modelDeps, signal, async (hold) => {
          const assembled = await assembleUpload(uploadDeps, userId, body, hold, signal);
          return runOnce(deps, request, (tx) => giveToProject(tx, uploadDeps, body, assembled));
        });
        await storage.deleteUpload({ userId, uploadId: body.upload_id });
        return answer;
      });
    },
  );
}

/**
 * Reads the fields and the file of a part. With the file last, as our app sends it, its bytes go straight to the disk;
 * a file that comes before the fields that say what it is waits in memory, 25 MiB at most.
 */
async function readPart(deps: Deps, request: FastifyRequest): Promise<number[]> {
  const { modelSpaceBytes } = deps.config;
  const work = { db: deps.database.db, storage: deps.services.storage, modelSpaceBytes };
  const texts: Record<string, string> = {};
  let early: Uint8Array | null = null;
  // One byte more than a part may have, so that the storage sees that it is too large and keeps none of it.
  const limits = { fileSize: UPLOAD_PART_BYTES + 1, files: 1, fields: 20 };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      texts[part.fieldname] = String(part.value);
      continue;
    }
    if (part.fieldname !== 'file') throw invalidRequest(part.fieldname, 'is not known');
    const fields = UploadPartFields.safeParse(texts);
    if (fields.success) {
      return receivePart(work, callerOf(request), fields.data, part.file);
    }
    early = await bufferPart(part, UPLOAD_PART_BYTES);
  }
  if (early === null) throw invalidRequest('file', 'is missing');
  return receivePart(work, callerOf(request), checkShape(UploadPartFields, texts), early);
}

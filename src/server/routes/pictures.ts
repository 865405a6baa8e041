import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { IMAGE_UPLOAD_MAX_BYTES } from '../../contract/constants.ts';
import { PictureBody, PictureStateBody } from '../../contract/http/pictures.ts';
import { ContentHash } from '../../contract/ids.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { callerOf } from '../http/authenticate.ts';
import { prepareAndRunOnce } from '../http/idempotency.ts';
import { limitBy } from '../http/limit-rates.ts';
import { withUpload } from '../http/read-upload.ts';
import { signalOf } from '../http/signal-of.ts';
import { keepPicture } from '../images/keep-picture.ts';
import { findReadable } from '../libraries/find-readable.ts';

const MINUTE_MS = 60_000;
/** One comes with an order at most. */
const PICTURES_PER_MINUTE = 60;

/** /api/picture/: pictures of a person's own that are in no library. */
export function pictureRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;
  const { storage, pictures } = deps.services;
  const key = (request: Parameters<typeof callerOf>[0]) => `picture:${callerOf(request)}`;
  const limit = limitBy(app, deps, { max: PICTURES_PER_MINUTE, windowMs: MINUTE_MS, key });

  app.get(
    '/api/picture/:hash/',
    {
      schema: {
        summary: 'Tells whether the server has a picture',
        params: z.object({ hash: ContentHash }),
        response: { 200: PictureStateBody },
      },
    },
    async (request) => {
      const { hash } = request.params;
      return { is_stored: (await findReadable(db, callerOf(request), [hash])).has(hash) };
    },
  );

  app.post(
    '/api/picture/',
    {
      config: { form: { files: { picture: 'needed' } } },
      schema: {
        summary: 'Brings a picture that an order or a material names',
        response: { 201: PictureBody },
      },
      preHandler: limit,
    },
    async (request, reply) => {
      const userId = callerOf(request);
      const signal = signalOf(reply);
      const part = { field: 'picture', maxBytes: IMAGE_UPLOAD_MAX_BYTES };
      const body = await withUpload(deps.config, request, part, async ({ file, bodyHash }) => {
        const prepare = async () => {
          const work = pictures.workFor({ lane: 'upload', caller: userId, signal });
          const { bytes, kind } = await work.prepareTexture(() => readFile(file.path), file.name);
          return { stored: await storage.put(bytes), kind };
        };
        return prepareAndRunOnce(
          deps,
          request,
          prepare,
          async (tx, { stored, kind }) => {
            await keepPicture(tx, deps.config.catalogue, userId, stored, kind);
            return { hash: stored.hash };
          },
          bodyHash,
        );
      });
      return reply.code(201).send(body);
    },
  );
}

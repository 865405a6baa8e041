import { z } from 'zod';
import { BATCH_ZIP } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import { BatchUploadBody } from '../../contract/http/libraries.ts';
import { RowIdText } from '../../contract/shapes.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { signedIn } from '../http/authenticate.ts';
import { checkShape, invalidRequest } from '../http/check-shape.ts';
import { prepareAndRunOnce } from '../http/idempotency.ts';
import { withUpload } from '../http/read-upload.ts';
import { signalOf } from '../http/signal-of.ts';
import { readActor } from '../libraries/actor.ts';
import { describeItem } from '../libraries/describe-item.ts';
import { findCategories } from '../libraries/find-items.ts';
import { prepareArchive } from '../libraries/prepare-archive.ts';
import { takeItems } from '../libraries/take-items.ts';

const Fields = z.object({ category: RowIdText });

/** /api/projects/batch-material-upload/: a ZIP of pictures becomes materials of the person's library (S1 7). */
export function batchUploadRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;

  app.post(
    '/api/project/batch-material-upload/',
    {
      config: { form: { texts: Fields, files: { zip_file: 'needed' } } },
      schema: {
        summary: 'Adds the pictures of a ZIP to the materials',
        response: { 201: BatchUploadBody },
      },
    },
    async (request, reply) => {
      const actor = await readActor(db, deps, signedIn(request));
      const signal = signalOf(reply);
      const part = { field: 'zip_file', maxBytes: BATCH_ZIP.maxBytes };
      const body = await withUpload(deps.config, request, part, async ({ file, texts, bodyHash }) => {
        const { category } = checkShape(Fields, texts);
        const known = await findCategories(db, actor.id, 'material');
        if (!known.some(({ id }) => id === category)) {
          throw invalidRequest('category', 'is not a category of materials');
        }
        return prepareAndRunOnce(
          deps,
          request,
          () => prepareArchive(file.path, deps.services, { caller: actor.id, signal }),
          async (tx, prepared): Promise<BatchUploadBody> => {
            const taking = { tx, catalogue: deps.config.catalogue, actor, categoryId: category };
            const { made, errors: refused } = await takeItems(taking, prepared.items);
            const created = made.map(({ item, category }) => describeItem(request.urls, item, category));
            const errors = [...prepared.errors, ...refused];
            if (created.length === 0) {
              throw new AppError({ code: 'archive-refused', reason: 'nothing-taken', errors });
            }
            return { message: summarise(created.length, errors.length), created, errors };
          },
          bodyHash,
        );
      });
      return reply.code(201).send(body);
    },
  );
}

function summarise(created: number, refused: number): string {
  const added = created === 1 ? '1 material was added.' : `${created} materials were added.`;
  if (refused === 0) return added;
  return `${added} ${refused === 1 ? '1 file was' : `${refused} files were`} not taken.`;
}

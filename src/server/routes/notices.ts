import { z } from 'zod';
import { NoticesBody, NoticesSeenBody } from '../../contract/http/notices.ts';
import { DateTime, text } from '../../contract/shapes.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { callerOf } from '../http/authenticate.ts';
import { invalidRequest } from '../http/check-shape.ts';
import { listNotices, type NoticesCursor } from '../notices/list-notices.ts';
import { seeNotices } from '../notices/see-notices.ts';

/** /api/notices/, and /api/notifications/ (L6): what the bell tells. */
export function noticeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;

  // Two addresses of one list: the second is the specification's.
  for (const path of ['/api/notices/', '/api/notifications/']) {
    app.get(
      path,
      {
        schema: {
          summary: 'Lists what the bell tells',
          querystring: z.object({ cursor: text(100).optional() }),
          response: { 200: NoticesBody },
        },
      },
      async (request) => {
        const { cursor } = request.query;
        const after = cursor ? readCursor(cursor) : undefined;
        const asker = { userId: callerOf(request), hasCredits: deps.config.hasCredits };
        return listNotices(db, request.urls, asker, after);
      },
    );
  }

  app.post(
    '/api/notices/seen/',
    { schema: { summary: 'Marks notices as seen', body: NoticesSeenBody, response: { 204: z.null() } } },
    async (request, reply) => {
      await seeNotices(db, callerOf(request), new Date(request.body.until), deps.now());
      return reply.code(204).send(null);
    },
  );
}

/** @throws AppError `invalid-request` for a cursor that no answer held. */
function readCursor(text: string): NoticesCursor {
  const [at = '', ...key] = text.split(' ');
  const moment = DateTime.safeParse(at);
  if (!moment.success) throw invalidRequest('cursor', 'is not one of ours');
  return { at: new Date(moment.data), key: key.join(' ') };
}

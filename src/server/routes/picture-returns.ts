import { z } from 'zod';
import { HOUR_MS } from '../../contract/constants.ts';
import { SendBackBody, SentBackBody } from '../../contract/returns.ts';
import { RowIdText } from '../../contract/shapes.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { callerOf } from '../http/authenticate.ts';
import { runOnce } from '../http/idempotency.ts';
import { limitBy } from '../http/limit-rates.ts';
import { sendBack } from '../renders/returns/send-back.ts';

const Id = z.object({ id: RowIdText });
/** A person looks at each, and says why. */
const RETURNS_PER_HOUR = 60;

/** POST /api/render/{id}/return/. */
export function pictureReturnRoutes(app: App, deps: Deps): void {
  const returnLimit = limitBy(app, deps, {
    max: RETURNS_PER_HOUR,
    windowMs: HOUR_MS,
    key: (request) => `return:${callerOf(request)}`,
  });

  app.post(
    '/api/render/:id/return/',
    {
      schema: {
        summary: 'Sends a picture of an AI engine back',
        params: Id,
        body: SendBackBody,
        response: { 200: SentBackBody },
      },
      preHandler: returnLimit,
    },
    async (request) => {
      const { id } = request.params;
      return runOnce(deps, request, (tx) => sendBack(tx, callerOf(request), id, request.body, deps.now()));
    },
  );
}

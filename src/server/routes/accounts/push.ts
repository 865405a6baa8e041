import { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import { PushStateBody, PushSubscriptionBody } from '../../../contract/http/notices.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app.ts';
import { callerOf, signedIn } from '../../http/authenticate.ts';
import { limitBy } from '../../http/limit-rates.ts';
import { isPushEndpoint } from '../../push/is-push-endpoint.ts';
import { findSubscription, removeSubscription, saveSubscription } from '../../push/subscriptions.ts';
import { deriveVapidKeys } from '../../push/vapid-keys.ts';

const PATH = '/api/users/push/';
const MINUTE_MS = 60_000;

/** /api/users/push/: whether the device of the caller's session is told when a picture is ready. */
export function pushRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;
  const { publicKey } = deriveVapidKeys(deps.secret);
  const preHandler = limitBy(app, deps, {
    max: 30,
    windowMs: 10 * MINUTE_MS,
    key: (request) => `push:${callerOf(request)}`,
  });

  app.get(
    PATH,
    { schema: { summary: 'Says whether this device is told of pictures', response: { 200: PushStateBody } } },
    async (request) => ({
      public_key: publicKey,
      endpoint: await findSubscription(db, signedIn(request)),
    }),
  );

  app.put(
    PATH,
    {
      schema: {
        summary: 'Has this device told when a picture is ready',
        body: PushSubscriptionBody,
        response: { 204: z.null() },
      },
      preHandler,
    },
    async (request, reply) => {
      if (!isPushEndpoint(request.body.endpoint, deps.config.pushServices)) {
        const fields = { endpoint: 'is no address of a push service' };
        throw new AppError({ code: 'invalid-request', fields });
      }
      await saveSubscription(db, signedIn(request), request.body);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    PATH,
    { schema: { summary: 'Has this device told no longer', response: { 204: z.null() } } },
    async (request, reply) => {
      await removeSubscription(db, signedIn(request));
      return reply.code(204).send(null);
    },
  );
}

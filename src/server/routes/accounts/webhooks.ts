import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import {
  DeliveriesBody,
  DeliveryBody,
  MadeWebhookBody,
  NewWebhookBody,
  WebhookBody,
  WebhookChangeBody,
  WebhookSecretBody,
  WebhooksBody,
} from '../../../contract/http/keys/webhooks.ts';
import { RowIdText } from '../../../contract/shapes.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app.ts';
import { callerOf } from '../../http/authenticate.ts';
import { limitBy } from '../../http/limit-rates.ts';
import { isOutsideUrl } from '../../outside/public-addresses.ts';
import { listDeliveries, sendAgain, sendTest } from '../../webhooks/deliveries.ts';
import { deriveWebhookSecret } from '../../webhooks/webhook-secret.ts';
import {
  changeWebhook,
  listWebhooks,
  makeWebhook,
  removeWebhook,
  rollSecret,
} from '../../webhooks/webhooks.ts';

const PATH = '/api/users/me/webhooks/';
const ONE = `${PATH}:id/`;
const MINUTE_MS = 60_000;
const params = z.object({ id: z.uuid() });

/** /api/users/me/webhooks/: programs that are told of events. No API key may call these. */
export function webhookRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;
  const byCaller = (request: FastifyRequest) => `webhooks:${callerOf(request)}`;
  const preHandler = limitBy(app, deps, { max: 60, windowMs: 10 * MINUTE_MS, key: byCaller });
  const checkUrl = (url: string): void => {
    if (!isOutsideUrl(url, deps.config.webhookOrigins)) throw new AppError({ code: 'webhook-address' });
  };

  app.get(
    PATH,
    { schema: { summary: 'Lists own webhooks', response: { 200: WebhooksBody } } },
    async (request) => ({ results: await listWebhooks(db, callerOf(request)) }),
  );

  app.post(
    PATH,
    {
      schema: { summary: 'Makes a webhook', body: NewWebhookBody, response: { 201: MadeWebhookBody } },
      preHandler,
    },
    async (request, reply) => {
      checkUrl(request.body.url);
      const { generation, ...made } = await makeWebhook(db, callerOf(request), request.body);
      const secret = deriveWebhookSecret(deps.secret, { id: made.id, generation });
      // Nothing on the way keeps it.
      reply.header('cache-control', 'no-store');
      return reply.code(201).send({ ...made, secret });
    },
  );

  app.patch(
    ONE,
    {
      schema: {
        summary: 'Changes a webhook',
        params,
        body: WebhookChangeBody,
        response: { 200: WebhookBody },
      },
      preHandler,
    },
    async (request) => {
      if (request.body.url !== undefined) checkUrl(request.body.url);
      return changeWebhook(db, callerOf(request), request.params.id, request.body);
    },
  );

  app.delete(
    ONE,
    { schema: { summary: 'Removes a webhook', params, response: { 204: z.null() } } },
    async (request, reply) => {
      await removeWebhook(db, callerOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${ONE}secret/`,
    {
      schema: { summary: 'Makes the secret of a webhook anew', params, response: { 200: WebhookSecretBody } },
      preHandler,
    },
    async (request, reply) => {
      const { id } = request.params;
      const { generation } = await rollSecret(db, callerOf(request), id, deps.now());
      reply.header('cache-control', 'no-store');
      return { secret: deriveWebhookSecret(deps.secret, { id, generation }) };
    },
  );

  app.post(
    `${ONE}test/`,
    {
      schema: { summary: 'Sends a test message', params, response: { 202: DeliveryBody } },
      preHandler,
    },
    async (request, reply) => reply.code(202).send(await sendTest(db, callerOf(request), request.params.id)),
  );

  app.get(
    `${ONE}deliveries/`,
    {
      schema: {
        summary: 'Lists what a webhook was told',
        params,
        querystring: z.object({ before: RowIdText.optional() }),
        response: { 200: DeliveriesBody },
      },
    },
    async (request) => listDeliveries(db, callerOf(request), request.params.id, request.query.before ?? null),
  );

  app.post(
    `${ONE}deliveries/:delivery/again/`,
    {
      schema: {
        summary: 'Sends a message again',
        params: params.extend({ delivery: RowIdText }),
        response: { 202: DeliveryBody },
      },
      preHandler,
    },
    async (request, reply) => {
      const { id, delivery } = request.params;
      return reply.code(202).send(await sendAgain(db, callerOf(request), id, delivery));
    },
  );
}

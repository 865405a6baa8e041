import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiKeyBody } from '../../../contract/http/keys/api-keys.ts';
import { ApiKeysBody, MadeApiKeyBody, NewApiKeyBody } from '../../../contract/http/keys/api-keys.ts';
import { type ApiKeyRow, listApiKeys, makeApiKey, revokeApiKey } from '../../accounts/keys/api-keys.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app.ts';
import { callerOf, signedIn } from '../../http/authenticate.ts';
import { limitBy } from '../../http/limit-rates.ts';
import { signalOf } from '../../http/signal-of.ts';

const PATH = '/api/users/me/api-keys/';
const MINUTE_MS = 60_000;

/** /api/users/me/api-keys/: keys that programs call with. No key may call these. */
export function apiKeyRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;
  const byCaller = (request: FastifyRequest) => `api-keys:${callerOf(request)}`;
  const preHandler = limitBy(app, deps, { max: 20, windowMs: 10 * MINUTE_MS, key: byCaller });

  app.get(
    PATH,
    { schema: { summary: 'Lists own API keys', response: { 200: ApiKeysBody } } },
    async (request) => ({ results: (await listApiKeys(db, callerOf(request))).map(describe) }),
  );

  app.post(
    PATH,
    {
      schema: { summary: 'Makes an API key', body: NewApiKeyBody, response: { 201: MadeApiKeyBody } },
      preHandler,
    },
    async (request, reply) => {
      const { key, ...row } = await makeApiKey(deps, signedIn(request), request.body, signalOf(reply));
      // Nothing on the way keeps it.
      reply.header('cache-control', 'no-store');
      return reply.code(201).send({ ...describe(row), key });
    },
  );

  app.delete(
    `${PATH}:id/`,
    {
      schema: {
        summary: 'Revokes an API key',
        params: z.object({ id: z.uuid() }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await db.transaction((tx) => revokeApiKey(tx, callerOf(request), id));
      return reply.code(204).send(null);
    },
  );
}

function describe({ id, name, scopes, ending, createdAt, lastUsedAt, expiresAt }: ApiKeyRow): ApiKeyBody {
  return {
    id,
    name,
    scopes,
    ending,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    expires_at: expiresAt?.toISOString() ?? null,
  };
}

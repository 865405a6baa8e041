import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SessionBody } from '../../../contract/http/accounts.ts';
import {
  NewPasskeyBody,
  PasskeyCreationBody,
  PasskeyNameBody,
  PasskeyProofBody,
  PasskeyRequestBody,
  PasskeySignInBody,
  PasskeysBody,
} from '../../../contract/http/keys/passkeys.ts';
import { RowIdText } from '../../../contract/shapes.ts';
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '../../accounts/factors/passkeys.ts';
import { relyingParty } from '../../accounts/factors/relying-party.ts';
import { beginPasskeySignIn, signInPasskey } from '../../accounts/factors/sign-in-passkey.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app.ts';
import { callerOf } from '../../http/authenticate.ts';
import { limitBy } from '../../http/limit-rates.ts';
import { keepSession, placeOf } from '../../http/session-cookie.ts';
import { signalOf } from '../../http/signal-of.ts';

const PATH = '/api/users/me/passkeys/';
const SIGN_IN_PATH = '/api/users/login/passkey/';
const MINUTE_MS = 60_000;
const Params = z.object({ id: RowIdText });

/** /api/users/me/passkeys/, and sign-in by one. */
export function passkeyRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;
  const byCaller = (request: FastifyRequest) => `passkeys:${callerOf(request)}`;
  const preHandler = limitBy(app, deps, { max: 20, windowMs: 10 * MINUTE_MS, key: byCaller });
  const partyOf = (request: FastifyRequest) => relyingParty(deps.config, request);
  const open = () => ({ isPublic: true, isLocalWay: true, rateLimit: { max: 30, timeWindow: MINUTE_MS } });
  const nothing = { 204: z.null() };

  app.get(
    PATH,
    { schema: { summary: 'Lists own passkeys', response: { 200: PasskeysBody } } },
    async (request) => {
      const own = await listPasskeys(db, callerOf(request));
      return {
        results: own.map(({ id, name, isBackedUp, createdAt, lastUsedAt }) => ({
          id,
          name,
          is_backed_up: isBackedUp,
          created_at: createdAt.toISOString(),
          last_used_at: lastUsedAt?.toISOString() ?? null,
        })),
      };
    },
  );

  app.post(
    `${PATH}begin/`,
    {
      schema: {
        summary: 'Begins a new passkey',
        body: PasskeyProofBody,
        response: { 200: PasskeyCreationBody },
      },
      preHandler,
    },
    async (request, reply) =>
      beginPasskey(deps, partyOf(request), callerOf(request), request.body, signalOf(reply)),
  );

  app.post(
    PATH,
    { schema: { summary: 'Keeps a new passkey', body: NewPasskeyBody, response: nothing }, preHandler },
    async (request, reply) => {
      await addPasskey(deps, partyOf(request), callerOf(request), request.body);
      return reply.code(204).send(null);
    },
  );

  app.patch(
    `${PATH}:id/`,
    { schema: { summary: 'Renames a passkey', params: Params, body: PasskeyNameBody, response: nothing } },
    async (request, reply) => {
      await renamePasskey(db, callerOf(request), request.params.id, request.body.name);
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${PATH}:id/remove/`,
    {
      schema: { summary: 'Takes a passkey away', params: Params, body: PasskeyProofBody, response: nothing },
      preHandler,
    },
    async (request, reply) => {
      await removePasskey(deps, callerOf(request), request.params.id, request.body, signalOf(reply));
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${SIGN_IN_PATH}begin/`,
    {
      config: open(),
      schema: { summary: 'Begins a sign-in with a passkey', response: { 200: PasskeyRequestBody } },
    },
    async (request) => beginPasskeySignIn(deps, partyOf(request)),
  );

  app.post(
    SIGN_IN_PATH,
    {
      config: open(),
      schema: { summary: 'Signs in with a passkey', body: PasskeySignInBody, response: { 200: SessionBody } },
    },
    async (request, reply) => {
      const session = await signInPasskey(deps, partyOf(request), request.body, placeOf(request));
      return keepSession(deps, request, reply, session);
    },
  );
}

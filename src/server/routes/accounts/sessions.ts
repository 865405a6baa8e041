import { z } from 'zod';
import { ConfirmBody, SessionsBody } from '../../../contract/http/accounts.ts';
import { confirmSession } from '../../accounts/sessions/confirm-session.ts';
import { endOwnSession, listSessions } from '../../accounts/sessions/list-sessions.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app.ts';
import { callerOf, sessionOf, signedIn } from '../../http/authenticate.ts';
import { limitBy } from '../../http/limit-rates.ts';
import { dropSession } from '../../http/session-cookie.ts';
import { signalOf } from '../../http/signal-of.ts';

const MINUTE_MS = 60_000;

/** /api/users/sessions/: where a person is signed in, and password/confirm/. */
export function sessionRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;
  const confirmLimit = limitBy(app, deps, {
    max: 20,
    windowMs: 10 * MINUTE_MS,
    key: (request) => `confirm:${callerOf(request)}`,
  });

  app.get(
    '/api/users/sessions/',
    { schema: { summary: 'Lists own sessions', response: { 200: SessionsBody } } },
    async (request) => {
      const here = sessionOf(request);
      const sessions = await listSessions(db, callerOf(request), deps.now());
      return {
        results: sessions.map(({ id, address, userAgent, signedInAt, seenAt }) => ({
          id,
          address,
          user_agent: userAgent,
          signed_in_at: signedInAt.toISOString(),
          seen_at: seenAt.toISOString(),
          is_here: id === here,
        })),
      };
    },
  );

  app.delete(
    '/api/users/sessions/:id/',
    {
      schema: { summary: 'Ends a session', params: z.object({ id: z.uuid() }), response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { id } = request.params;
      await endOwnSession(db, callerOf(request), id, deps.now());
      if (id === sessionOf(request)) dropSession(reply);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/users/password/confirm/',
    {
      schema: { summary: 'Says the own password again', body: ConfirmBody, response: { 204: z.null() } },
      preHandler: confirmLimit,
    },
    async (request, reply) => {
      await confirmSession(deps, signedIn(request), request.body, signalOf(reply));
      return reply.code(204).send(null);
    },
  );
}

import { z } from 'zod';
import { InvitationBody, WaitingListBody, WaitingListStatus } from '../../../contract/http/accounts.ts';
import { text } from '../../../contract/shapes.ts';
import { findInvitation } from '../../accounts/invitations/find-invitation.ts';
import { joinWaitingList } from '../../accounts/invitations/join-waiting-list.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app.ts';
import { languageOf } from './users.ts';

const MINUTE_MS = 60_000;

/** /api/waitinglist/: joining it, and what an invitation is good for. */
export function waitingListRoutes(app: App, deps: Deps): void {
  const isPublic = true;

  app.get(
    '/api/waitinglist/status/',
    {
      config: { isPublic },
      schema: { summary: 'Tells whether there is a waiting list', response: { 200: WaitingListStatus } },
    },
    async () => ({ enabled: deps.config.hasWaitingList }),
  );

  app.post(
    '/api/waitinglist/register/',
    {
      config: { isPublic, rateLimit: { max: 20, timeWindow: 10 * MINUTE_MS } },
      schema: {
        summary: 'Puts an e-mail on the waiting list',
        body: WaitingListBody,
        response: { 201: z.object({}) },
      },
    },
    async (request, reply) => {
      await joinWaitingList(deps, { email: request.body.email, language: languageOf(request) });
      return reply.code(201).send({});
    },
  );

  app.get(
    '/api/waitinglist/verify/:token/',
    {
      config: { isPublic, rateLimit: { max: 30, timeWindow: MINUTE_MS } },
      schema: {
        summary: 'Tells whether an invitation is good',
        params: z.object({ token: text(200) }),
        response: { 200: InvitationBody },
      },
    },
    async (request) => findInvitation(deps.database.db, request.params.token, deps.now()),
  );
}

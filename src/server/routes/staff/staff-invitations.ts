import { z } from 'zod';
import {
  InvitationLinkBody,
  InviteBody,
  StaffInvitationsBody,
  StaffWaitingBody,
} from '../../../contract/http/staff.ts';
import { RowIdText } from '../../../contract/shapes.ts';
import { createInvitation, sendInvitation } from '../../accounts/invitations/invite.ts';
import { INVITATIONS_PAGE, listInvitations } from '../../accounts/invitations/list-invitations.ts';
import { listWaiting, WAITING_PAGE } from '../../accounts/invitations/list-waiting.ts';
import { revokeInvitation } from '../../accounts/invitations/revoke-invitation.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app.ts';
import { callerOf } from '../../http/authenticate.ts';
import { runOnce } from '../../http/idempotency.ts';
import { noteAct } from '../../staff/note-act.ts';

const id = RowIdText;
const Cursor = z.object({ cursor: id.optional() });

/** /api/staff/invitations/ and /api/staff/waiting/: who may register while the waiting list is on. */
export function staffInvitationRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;

  app.get(
    '/api/staff/invitations/',
    {
      schema: { summary: 'Lists invitations', querystring: Cursor, response: { 200: StaffInvitationsBody } },
    },
    async (request) => {
      const found = await listInvitations(db, deps.now(), request.query.cursor);
      const last = found.length === INVITATIONS_PAGE ? found.at(-1) : undefined;
      return {
        results: found.map((one) => ({
          id: one.id,
          email: one.email,
          state: one.state,
          invited_by: one.invitedBy,
          created_at: one.createdAt.toISOString(),
          expires_at: one.expiresAt.toISOString(),
        })),
        next: last ? String(last.id) : null,
      };
    },
  );

  // Not through `runOnce`, which keeps answers: the link is told once, and a repeated call makes another.
  app.post(
    '/api/staff/invitations/',
    { schema: { summary: 'Invites somebody', body: InviteBody, response: { 201: InvitationLinkBody } } },
    async (request, reply) => {
      const { email, language = null } = request.body;
      const invitedBy = callerOf(request);
      const invitation = await db.transaction(async (tx) => {
        const made = await createInvitation(tx, deps, { email, language, invitedBy });
        const detail = { invitation: made.id };
        await noteAct(tx, { staffId: invitedBy, act: 'invitation-made', userId: null, detail });
        return made;
      });
      const isSent = sendInvitation(deps, invitation);
      return reply.code(201).send({
        link: invitation.link,
        expires_at: invitation.expiresAt.toISOString(),
        is_sent: isSent,
      });
    },
  );

  app.delete(
    '/api/staff/invitations/:id/',
    {
      schema: { summary: 'Takes an invitation back', params: z.object({ id }), response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { id: invitation } = request.params;
      await runOnce(deps, request, async (tx) => {
        if (!(await revokeInvitation(tx, invitation, deps.now()))) return;
        const staffId = callerOf(request);
        await noteAct(tx, { staffId, act: 'invitation-revoked', userId: null, detail: { invitation } });
      });
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/staff/waiting/',
    {
      schema: { summary: 'Lists the waiting list', querystring: Cursor, response: { 200: StaffWaitingBody } },
    },
    async (request) => {
      const found = await listWaiting(db, request.query.cursor);
      const last = found.length === WAITING_PAGE ? found.at(-1) : undefined;
      return {
        results: found.map(({ invitedAt, createdAt, ...one }) => ({
          ...one,
          invited_at: invitedAt?.toISOString() ?? null,
          created_at: createdAt.toISOString(),
        })),
        next: last ? String(last.id) : null,
      };
    },
  );
}

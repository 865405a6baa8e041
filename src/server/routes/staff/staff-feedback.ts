import { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import { FeedbackType, TicketBody, TicketChange, TicketsBody } from '../../../contract/http/feedback.ts';
import type { Deps } from '../../deps.ts';
import { changeTicket } from '../../feedback/change-ticket.ts';
import { findTicket, listTickets, TICKETS_PAGE } from '../../feedback/list-tickets.ts';
import type { App } from '../../http/app.ts';
import { callerOf } from '../../http/authenticate.ts';
import { runOnce } from '../../http/idempotency.ts';

const Filter = z.object({
  type: FeedbackType.optional(),
  state: z.enum(['open', 'closed']).optional(),
  cursor: z.uuid().optional(),
});

/** /api/staff/feedback/: tickets. */
export function staffFeedbackRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;

  app.get(
    '/api/staff/feedback/',
    {
      schema: {
        summary: 'Lists what people sent as feedback',
        querystring: Filter,
        response: { 200: TicketsBody },
      },
    },
    async (request) => {
      const { type, state, cursor: after } = request.query;
      const isClosed = state === undefined ? undefined : state === 'closed';
      const results = await listTickets(db, request.urls, { type, isClosed, after });
      const last = results.length === TICKETS_PAGE ? results.at(-1) : undefined;
      return { results, next: last?.id ?? null };
    },
  );

  app.patch(
    '/api/staff/feedback/:id/',
    {
      schema: {
        summary: 'Marks feedback as dealt with',
        params: z.object({ id: z.uuid() }),
        body: TicketChange,
        response: { 200: TicketBody },
      },
    },
    async (request) => {
      const { id } = request.params;
      return runOnce(deps, request, async (tx) => {
        await changeTicket(tx, callerOf(request), id, request.body.is_closed, deps.now());
        const ticket = await findTicket(tx, request.urls, id);
        if (ticket === undefined) throw new AppError({ code: 'not-found' });
        return ticket;
      });
    },
  );
}

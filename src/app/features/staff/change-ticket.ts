import { TicketBody } from '../../../contract/http/feedback.ts';
import type { App } from '../../core/app.ts';

/** Closes a ticket, or opens it again. @throws AppError `not-found`, `server-unreachable`. */
export function changeTicket(
  { server }: Pick<App, 'server'>,
  id: string,
  isClosed: boolean,
): Promise<TicketBody> {
  const options = { method: 'PATCH', body: { is_closed: isClosed } } as const;
  return server.call(`/api/staff/feedback/${id}/`, TicketBody, options);
}

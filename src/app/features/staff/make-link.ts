import type { z } from 'zod';
import { InvitationLinkBody, ResetLinkBody } from '../../../contract/http/staff.ts';
import type { App } from '../../core/app.ts';

/** A link that is told once: the server keeps no copy, and whoever loses it makes another. */
export type MadeLink = z.infer<typeof ResetLinkBody> & { readonly is_sent?: boolean };

/** A link with which a person sets a new password. @throws AppError `not-found`, `server-unreachable`. */
export function makeResetLink({ server }: Pick<App, 'server'>, userId: number): Promise<MadeLink> {
  const path = `/api/staff/users/${userId}/reset-link/`;
  return server.call(path, ResetLinkBody, { method: 'POST', isAuth: true });
}

/**
 * An invitation to register.
 *
 * @param email Whom it is for; null lets in whoever has the link.
 * @throws AppError `email-taken`, `invalid-request`, `server-unreachable`.
 */
export function invite({ server }: Pick<App, 'server'>, email: string | null): Promise<MadeLink> {
  const options = { method: 'POST', body: { email }, isAuth: true } as const;
  return server.call('/api/staff/invitations/', InvitationLinkBody, options);
}

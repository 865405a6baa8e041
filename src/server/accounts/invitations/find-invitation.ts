import type { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import type { InvitationBody } from '../../../contract/http/accounts.ts';
import type { Queryable } from '../../db/database.ts';
import { invitations } from '../../db/schema/accounts.ts';
import { isOpenInvitation } from './admit.ts';

/** What an invitation is good for. @throws AppError `invitation-invalid`. */
export async function findInvitation(
  db: Queryable,
  token: string,
  now: Date,
): Promise<z.infer<typeof InvitationBody>> {
  const [open] = await db.select().from(invitations).where(isOpenInvitation(token, now));
  if (!open) throw new AppError({ code: 'invitation-invalid' });
  return { email: open.email, expires_at: open.expiresAt.toISOString() };
}

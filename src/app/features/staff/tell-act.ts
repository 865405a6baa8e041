import { z } from 'zod';
import { FEEDBACK } from '../../../contract/constants.ts';
import type { StaffActBody } from '../../../contract/http/staff.ts';
import type { LateTexts } from '../../texts/catalogue.ts';
import type { Formatters } from '../../texts/formatters.ts';

const Detail = z.object({
  credits: z.number().catch(0),
  note: z.string().catch(''),
  ticket: z.string().catch(''),
  backup: z.string().catch(''),
  session: z.string().catch(''),
  invitation: z.number().catch(0),
  email: z.string().nullable().catch(null),
  provider: z.url().nullable().catch(null),
});

/** Acts whose sentences name the account that they concern. */
export const NAMING_ACTS: readonly string[] = ['account-deleted', 'payment-awaited', 'payment-returned'];

/** Who did it: one of staff, or the company's sign-in, which a role follows; null where nobody is known. */
export function nameActor({ staff }: Pick<LateTexts, 'staff'>, act: StaffActBody): string | null {
  if (act.staff !== null) return act.staff;
  const { provider } = Detail.parse(act.detail);
  return provider === null ? null : staff.signInOf(new URL(provider).host);
}

/** What staff did, in a sentence; an act that this page does not know by its own name. */
export function tellAct({ staff }: Pick<LateTexts, 'staff'>, format: Formatters, act: StaffActBody): string {
  const { credits, note, ticket, backup, session, invitation, email } = Detail.parse(act.detail);
  switch (act.act) {
    case 'credits-granted':
      return staff.didGrant(format.number(credits), note);
    case 'signup-approved':
      return staff.didApprove(format.number(credits));
    case 'reset-link-made':
      return staff.didReset;
    case 'invitation-made':
      return staff.didInvite(email ?? staff.invitation(format.number(invitation)));
    case 'invitation-revoked':
      return staff.didRevoke(email ?? staff.invitation(format.number(invitation)));
    case 'staff-made':
      return staff.didMakeStaff;
    case 'staff-unmade':
      return staff.didUnmakeStaff;
    case 'account-closed':
      return staff.didCloseAccount;
    case 'account-opened':
      return staff.didOpenAccount;
    case 'plan-ended':
      return staff.didEndPlan;
    case 'factor-removed':
      return staff.didTakeFactorOff;
    case 'account-deleted':
      return staff.didLeave(act.person ?? '');
    case 'payment-awaited':
      return staff.didAwaitPayment(act.person ?? '', session);
    case 'payment-returned':
      return staff.didReturnPayment(act.person ?? '', session);
    case 'ticket-closed':
      return staff.didClose(ticket.slice(0, FEEDBACK.ticketLength));
    case 'backup-made':
      return staff.didBackUp;
    case 'backup-checked':
      return staff.didCheckBackup(backup);
    case 'ticket-opened':
      return staff.didOpen(ticket.slice(0, FEEDBACK.ticketLength));
    default:
      return act.act;
  }
}

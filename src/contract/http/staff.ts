import { z } from 'zod';
import { BackupFailure } from '../backups.ts';
import { GRANT_MAX_CREDITS, GRANT_NOTE_MAX_LENGTH } from '../constants.ts';
import { ContentHash, UserId } from '../ids.ts';
import { text, whole } from '../shapes.ts';
import { AccountLanguage } from './accounts.ts';
import { PlanName, Recurrence } from './billing.ts';

/** An account as staff see it. */
export const StaffPersonBody = z.object({
  id: UserId,
  name: z.string(),
  email: z.string(),
  is_email_verified: z.boolean(),
  is_staff: z.boolean(),
  /** Whose account the instance needs: it stays open, and staff. */
  is_owner: z.boolean(),
  /** Signing in takes a second factor. */
  has_factor: z.boolean(),
  /** Staff keep them from signing in. */
  is_closed: z.boolean(),
  credits: z.number().int(),
  /** Credits of a new account that wait for an approval; 0 when none do. */
  pending_credits: z.number().int(),
  /** Credits that it owes: the next ones that come pay them. */
  debt: z.number().int().default(0),
  /** The plan it has now. */
  plan: z.object({ name: PlanName, recurrence: Recurrence, status: z.string() }).nullable(),
  created_at: z.string(),
  /** Last time that a session was opened or renewed; null when all have expired. */
  seen_at: z.string().nullable(),
});
export type StaffPersonBody = z.infer<typeof StaffPersonBody>;
/** GET /api/staff/users/?query=&cursor=, newest first; `query` is part of a name or an e-mail. */
export const StaffPeopleBody = z.object({ results: z.array(StaffPersonBody), next: z.string().nullable() });

/** POST /api/staff/users/{id}/grant/ */
export const GrantBody = z.object({
  credits: whole(1, GRANT_MAX_CREDITS),
  note: text(GRANT_NOTE_MAX_LENGTH).trim(),
});
/** POST /api/staff/users/{id}/staff/ */
export const StaffRightBody = z.object({ is_staff: z.boolean() });
/** POST /api/staff/users/{id}/closed/ */
export const ClosedBody = z.object({ is_closed: z.boolean() });
/** POST /api/staff/users/{id}/reset-link/ and POST /api/staff/invitations/: told once, kept nowhere. */
export const ResetLinkBody = z.object({ link: z.string(), expires_at: z.string() });
export const InvitationLinkBody = ResetLinkBody.extend({
  /** A mail with the link is on its way. */
  is_sent: z.boolean(),
});

/** POST /api/staff/invitations/; without an e-mail it lets in whoever holds it. */
export const InviteBody = z.object({
  email: z.email().max(254).nullable(),
  language: AccountLanguage.nullish(),
});
export const StaffInvitationBody = z.object({
  id: z.number().int(),
  email: z.string().nullable(),
  state: z.enum(['open', 'used', 'revoked', 'expired']),
  /** Name of the member of staff; null for one who is gone. */
  invited_by: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type StaffInvitationBody = z.infer<typeof StaffInvitationBody>;
/** GET /api/staff/invitations/?cursor= */
export const StaffInvitationsBody = z.object({
  results: z.array(StaffInvitationBody),
  next: z.string().nullable(),
});
/** GET /api/staff/waiting/?cursor= */
export const StaffWaitingBody = z.object({
  results: z.array(
    z.object({
      id: z.number().int(),
      email: z.string(),
      language: AccountLanguage,
      invited_at: z.string().nullable(),
      created_at: z.string(),
    }),
  ),
  next: z.string().nullable(),
});
export type StaffWaitingBody = z.infer<typeof StaffWaitingBody>;

export const STAFF_ACTS = [
  'credits-granted',
  'signup-approved',
  'reset-link-made',
  'invitation-made',
  'invitation-revoked',
  'staff-made',
  'staff-unmade',
  'account-closed',
  'account-opened',
  'plan-ended',
  'factor-removed',
  'ticket-closed',
  'ticket-opened',
  'backup-made',
  'backup-checked',
] as const;
export type StaffActKind = (typeof STAFF_ACTS)[number];
/** GET /api/staff/acts/?user=&cursor=, newest first. */
export const StaffActBody = z.object({
  id: z.number().int(),
  /** One of `STAFF_ACTS`, or what came of an account: `account-deleted`, `payment-awaited`, `payment-returned`. */
  act: z.string(),
  /** Who did it; null for one who is gone, for what a person did, and for what followed the company's sign-in (`provider` of the detail). */
  staff: z.string().nullable(),
  /** Whom it concerns: the name, else the number of an account that is gone. */
  person: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  created_at: z.string(),
});
export type StaffActBody = z.infer<typeof StaffActBody>;
export const StaffActsBody = z.object({ results: z.array(StaffActBody), next: z.string().nullable() });

/** What somebody has to look after. */
export const StaffAlarmBody = z.discriminatedUnion('kind', [
  /** A second active plan beside another (B23): it is refunded by itself. */
  z.object({
    kind: z.literal('duplicate-subscription'),
    key: z.string(),
    user: z.object({ id: UserId, name: z.string(), email: z.string() }),
    plan: PlanName,
    at: z.string(),
  }),
  /** An account is closed, and the payment provider could not be told to end its plan, which is charged further. */
  z.object({
    kind: z.literal('plan-goes-on'),
    key: z.string(),
    user: z.object({ id: UserId, name: z.string(), email: z.string() }),
    plan: PlanName,
    at: z.string(),
  }),
  /** A file is gone from the disk, or another one than was stored, until the same bytes are uploaded again. */
  z.object({
    kind: z.literal('file-damaged'),
    key: z.string(),
    hash: ContentHash,
    damage: z.enum(['changed', 'missing']),
    is_model: z.boolean(),
    /** As its project or library calls it; null where nothing gives it a name. */
    name: z.string().nullable(),
    /** Who can upload it again; null for what comes with the product, or what nobody has. */
    user: z.object({ id: UserId, name: z.string(), email: z.string() }).nullable(),
    at: z.string(),
  }),
  /** Uploads and orders are refused until there is room. */
  z.object({ kind: z.literal('disk-low'), key: z.string(), free_bytes: z.number(), at: z.string() }),
  /** The disk takes no writes at all; nothing is taken until it does. */
  z.object({ kind: z.literal('disk-read-only'), key: z.string(), at: z.string() }),
  /** None succeeded since. */
  z.object({ kind: z.literal('backup-failed'), key: z.string(), failure: BackupFailure, at: z.string() }),
  /** None succeeded in twice the time in which one should; `last_at` is null where none ever did. */
  z.object({
    kind: z.literal('backup-overdue'),
    key: z.string(),
    every_hours: z.number(),
    last_at: z.string().nullable(),
    at: z.string(),
  }),
  /** Somebody forgot the password, and no mail is sent here. */
  z.object({
    kind: z.literal('reset-request'),
    key: z.string(),
    user: z.object({ id: UserId, name: z.string(), email: z.string() }),
    at: z.string(),
  }),
]);
export type StaffAlarmBody = z.infer<typeof StaffAlarmBody>;
/** GET /api/staff/alarms/, newest first. */
export const StaffAlarmsBody = z.object({ results: z.array(StaffAlarmBody) });

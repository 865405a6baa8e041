import { z } from 'zod';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../constants.ts';
import { UserId } from '../ids.ts';
import { text, title } from '../shapes.ts';

/** GET and PATCH /api/users/me/ */
export const UserBody = z.object({
  id: UserId,
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.string().nullable(),
  credits: z.number().int(),
  is_staff: z.boolean(),
  render_cost: z.number().int(),
  /** False while the link in a mail has not been followed, where mail is sent. */
  is_email_verified: z.boolean(),
  /** Credits that the account gets once its e-mail is verified or the owner approves it; 0 when nothing waits. */
  pending_credits: z.number().int(),
  /** Credits that were spent before their payment went back: the next ones that come pay them. 0 when nothing is owed. */
  debt: z.number().int().default(0),
  /** False for an account that only signs in through a provider of identities, and for all but the owner where nobody signs in otherwise. */
  has_password: z.boolean(),
});
export type UserBody = z.infer<typeof UserBody>;
const Password = text(PASSWORD_MAX_LENGTH).min(PASSWORD_MIN_LENGTH);
const Email = z.email().max(254);
const Name = title(150);
const Token = text(200);
/** Of the second factor: six digits of an app, or a recovery code; spaces, dashes and case do not count. */
export const FactorCode = text(100);
/** POST login/ */
export const LoginBody = z.object({ email: text(254), password: text(1000) });
/** Of what the server writes to an account; without it the request's Accept-Language, else English. */
export const AccountLanguage = z.enum(['en', 'es']);
export type AccountLanguage = z.infer<typeof AccountLanguage>;
/** POST register/ */
export const RegisterBody = z.object({
  name: Name,
  email: Email,
  password: Password,
  invitation_token: Token.optional(),
  language: AccountLanguage.optional(),
});
/** GET auth/google/: goes into Google's button, and comes back in its ID token. */
export const GoogleNonceBody = z.object({ nonce: z.string() });
/** POST auth/google/: the ID token that Google's button gave the page. */
export const GoogleBody = z.object({
  credential: text(8_000),
  invitation_token: Token.optional(),
  language: AccountLanguage.optional(),
});
/** POST auth/company/ */
export const CompanyAskBody = z.object({
  /**
   * Somebody has signed out here and the provider may not have been told: where OIDC_SIGN_OUT is on, it asks who it is, however well
   * it knows the browser.
   */
  asks_who: z.boolean().optional(),
});
/** Answer of auth/company/: where the browser goes to sign in. */
export const CompanyStartBody = z.object({ url: z.string() });
/** POST auth/company/answer/: the query that the provider sent the browser back with. */
export const CompanyAnswerBody = z.object({ answer: text(8_000), language: AccountLanguage.optional() });
/** POST owner/claim/: spends the one-time link that `npm start` prints; creates the owner or signs the owner in. */
export const ClaimOwnerBody = z.object({
  token: Token,
  /** Of a new owner; without one it is made from the e-mail. */
  name: Name.optional(),
  email: Email,
  password: Password,
  language: AccountLanguage.optional(),
});
/** POST logout/ and token/refresh/: the token in the body, else in the HttpOnly cookie `vitrine_refresh` (A9). */
export const RefreshBody = z.object({ refresh_token: Token.optional() });
/**
 * POST logout/ and logout/all/, while the company's provider has yet to sign the browser out, too: where it goes for that, as an address
 * of this server. Told at every call until it has gone there. Else nothing is answered.
 */
export const SignOutBody = z.object({ url: z.string() });
/** Answer of login/, register/, auth/google/, owner/claim/, password/change/, password/reset/ and token/refresh/. */
export const SessionBody = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  user: UserBody,
});
export type SessionBody = z.infer<typeof SessionBody>;
/**
 * PATCH me/: what is named changes. Another e-mail needs the password, and a code of the second factor where there is one,
 * and counts once verified where mail is sent.
 */
export const ProfileChange = z.object({
  name: Name.optional(),
  email: Email.optional(),
  password: text(1000).optional(),
  code: FactorCode.optional(),
  language: AccountLanguage.optional(),
});
/**
 * POST password/change/: ends all other sessions and opens this one anew. `current` is absent only where the account has no
 * password yet, which needs a sign-in of the last 15 minutes, `code` where it has no second factor.
 */
export const PasswordChange = z.object({
  current: text(1000).optional(),
  password: Password,
  code: FactorCode.optional(),
});
/** POST password/forgot/: the same answer whether or not there is such an account. */
export const ForgotBody = z.object({ email: Email });
/** POST password/reset/: spends the link, sets the password, ends all other sessions and signs in. */
export const ResetBody = z.object({ token: Token, password: Password });
/** What opens an account besides its password, or listens to it. */
export const WayIn = z.enum(['second-factor', 'passkeys', 'api-keys', 'identities', 'webhooks']);
export type WayIn = z.infer<typeof WayIn>;
/**
 * Answer of password/reset/. Where a mailed link proved an address that nobody had proven before, whatever else opened the account is
 * taken off it, and named.
 */
export const ResetSessionBody = SessionBody.extend({ removed: z.array(WayIn).default([]) });
export type ResetSessionBody = z.infer<typeof ResetSessionBody>;
/** POST email/verify/: spends the link of a mail. */
export const VerifyBody = z.object({ token: Token });
/** Answer of email/verify/: the address that counts now. */
export const VerifiedBody = z.object({ email: z.string() });
/** POST password/confirm/: acts of staff that move credits or give rights need it again after 15 minutes. */
export const ConfirmBody = z.object({
  password: text(1000),
  /** Where the account has a second factor. */
  code: FactorCode.optional(),
});
/** GET sessions/: where a person is signed in, the last used first. DELETE sessions/{id}/ ends one. */
export const SessionsBody = z.object({
  results: z.array(
    z.object({
      id: z.uuid(),
      /** IP address of its last use; null where it was not kept. */
      address: z.string().nullable(),
      /** What its browser says it is. */
      user_agent: z.string().nullable(),
      signed_in_at: z.string(),
      seen_at: z.string(),
      /** The one that asks. */
      is_here: z.boolean(),
    }),
  ),
});
export type SessionsBody = z.infer<typeof SessionsBody>;
/** DELETE me/: the password, or where there is none the e-mail typed once more; a code where there is a second factor. */
export const DeleteAccountBody = z.object({
  password: text(1000).optional(),
  email: text(254).optional(),
  code: FactorCode.optional(),
});

/** GET /api/waitinglist/status/ */
export const WaitingListStatus = z.object({ enabled: z.boolean() });
/** POST /api/waitinglist/register/ */
export const WaitingListBody = z.object({ email: Email, language: AccountLanguage.optional() });
/** GET /api/waitinglist/verify/{token}/: what the invitation is good for. */
export const InvitationBody = z.object({ email: z.string().nullable(), expires_at: z.string() });

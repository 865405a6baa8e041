import { z } from 'zod';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../constants.ts';
import { UserId } from '../ids.ts';

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
});
export type UserBody = z.infer<typeof UserBody>;
const Password = z.string().min(PASSWORD_MIN_LENGTH).max(PASSWORD_MAX_LENGTH);
const Email = z.email().max(254);
/** POST login/ */
export const LoginBody = z.object({ email: z.string().max(254), password: z.string().max(1000) });
/** Of what the server writes into a new account; without it the request's Accept-Language, else English. */
const AccountLanguage = z.enum(['en', 'es']);
export type AccountLanguage = z.infer<typeof AccountLanguage>;
/** POST register/ */
export const RegisterBody = z.object({
  name: z.string().trim().min(1).max(150),
  email: Email,
  password: Password,
  invitation_token: z.string().max(200).optional(),
  language: AccountLanguage.optional(),
});
/** POST owner/claim/: spends the one-time link that `npm start` prints; creates the owner or signs the owner in. */
export const ClaimOwnerBody = z.object({
  token: z.string().max(200),
  email: Email,
  password: Password,
  language: AccountLanguage.optional(),
});
/** POST logout/ and token/refresh/: the token in the body, else in the HttpOnly cookie `vitrine_refresh` (A9). */
export const RefreshBody = z.object({ refresh_token: z.string().max(200).optional() });
/** Answer of login/, register/, owner/claim/ and token/refresh/. */
export const SessionBody = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  user: UserBody,
});
export type SessionBody = z.infer<typeof SessionBody>;

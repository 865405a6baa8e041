import type { UserBody } from '../../contract/http/accounts.ts';

/**
 * Whether an account's first credits come with the link of a mail; else staff have to give them: where no mail is sent, and
 * to somebody whose e-mail is proven already, who had some before.
 */
export function waitsForMail(user: Pick<UserBody, 'is_email_verified'>, sendsMail: boolean): boolean {
  return sendsMail && !user.is_email_verified;
}

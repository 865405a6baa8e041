import { GRANT_MAX_CREDITS } from '../../../contract/constants.ts';
import { StaffPersonBody } from '../../../contract/http/staff.ts';
import type { App } from '../../core/app.ts';

/** Credits that one grant can have; null for what is no such number. */
export function readGrant(text: string): number | null {
  const credits = /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0;
  return credits >= 1 && credits <= GRANT_MAX_CREDITS ? credits : null;
}

/**
 * Gives a person credits.
 *
 * @param key Of this grant: asked again with the same one it is given once.
 * @throws AppError `not-found`, `server-unreachable`.
 */
export async function grantCredits(
  { server }: Pick<App, 'server'>,
  grant: { readonly userId: number; readonly credits: number; readonly note: string },
  key: string,
): Promise<void> {
  const { userId, ...body } = grant;
  const path = `/api/staff/users/${userId}/grant/`;
  await server.call(path, StaffPersonBody, { method: 'POST', body, key });
}

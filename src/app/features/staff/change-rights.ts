import { StaffPersonBody } from '../../../contract/http/staff.ts';
import type { App } from '../../core/app.ts';

/** Makes a person staff, or takes that away. @throws AppError `owner-stays`, `last-staff`, `not-found`, `server-unreachable`. */
export async function changeStaff(
  { server }: Pick<App, 'server'>,
  userId: number,
  isStaff: boolean,
): Promise<void> {
  const body = { is_staff: isStaff };
  await server.call(`/api/staff/users/${userId}/staff/`, StaffPersonBody, { method: 'POST', body });
}

/**
 * Takes the second factor off somebody's account and signs them out everywhere.
 *
 * @throws AppError `password-needed`, `owner-stays`, `own-account`, `not-found`, `server-unreachable`.
 */
export async function takeFactorOff({ server }: Pick<App, 'server'>, userId: number): Promise<void> {
  await server.call(`/api/staff/users/${userId}/second-factor/off/`, StaffPersonBody, { method: 'POST' });
}

/**
 * Closes an account or opens it again; nothing in it is deleted.
 *
 * @throws AppError `owner-stays`, `own-account`, `not-found`, `payment-unavailable`, `server-unreachable`.
 */
export async function changeClosed(
  { server }: Pick<App, 'server'>,
  userId: number,
  isClosed: boolean,
): Promise<void> {
  const body = { is_closed: isClosed };
  await server.call(`/api/staff/users/${userId}/closed/`, StaffPersonBody, { method: 'POST', body });
}

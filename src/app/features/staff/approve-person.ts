import { StaffPersonBody } from '../../../contract/http/staff.ts';
import type { App } from '../../core/app.ts';

/** Gives a new account the credits that wait for it. @throws AppError `not-found`, `server-unreachable`. */
export async function approvePerson({ server }: Pick<App, 'server'>, userId: number): Promise<void> {
  await server.call(`/api/staff/users/${userId}/approve/`, StaffPersonBody, { method: 'POST' });
}

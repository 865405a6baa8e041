import { z } from 'zod';
import type { App } from '../../core/app.ts';

/** Takes an invitation back that nobody has used. @throws AppError `not-found`, `server-unreachable`. */
export async function revokeInvitation({ server }: Pick<App, 'server'>, id: number): Promise<void> {
  await server.call(`/api/staff/invitations/${id}/`, z.null(), { method: 'DELETE' });
}

import type { App } from '../../core/app.ts';

/** Whether something of a project is on its way to the server, or may have come there: its answer says more than asking does. */
export async function isSending(app: Pick<App, 'db'>, key: string): Promise<boolean> {
  const rows = await app.db.run(() => app.db.outbox.where('stream').equals(`project:${key}`).toArray());
  return rows.some(({ state, wasSent }) => state === 'sending' || (state === 'ready' && wasSent));
}

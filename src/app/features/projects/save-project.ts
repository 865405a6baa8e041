import type { App } from '../../core/app.ts';
import { planSave } from '../../orders/plan-save.ts';

/**
 * Sends the open project to the server, or keeps the save until it can be reached. What happens to it is told by
 * `follow-saves.ts`.
 *
 * @returns What became of the press: on its way, waiting for the connection, one is running already, or nothing to do.
 */
export async function saveProject(app: App): Promise<'sending' | 'waiting' | 'busy' | 'clean'> {
  const { project, account } = app.state;
  if (project.saving !== null) return 'busy';
  const { key } = project;
  const { userId } = account;
  if (key === null || userId === null) return 'clean';
  project.saving = { rows: [], fraction: 0 };
  try {
    await app.workingCopy.current?.flush();
    const rows = await app.db.write(async () => {
      const { added, keys } = await planSave(app, key);
      await app.outbox.add(userId, added);
      const planned = await app.db.outbox.where('key').anyOf(keys).toArray();
      return planned.map((row) => ({ key: row.key, kind: row.work.kind }));
    });
    const isSending = rows.length > 0 && app.reachability.connection() === 'online';
    project.saving = isSending ? { rows, fraction: 0 } : null;
    if (rows.length === 0) return 'clean';
    if (!isSending) return 'waiting';
  } catch (error) {
    project.saving = null;
    throw error;
  }
  void app.outbox.drain();
  return 'sending';
}

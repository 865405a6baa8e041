import type { App } from '../../app.ts';
import { planSave } from '../../plan-save.ts';

/**
 * Sends the open project to the server, or keeps the save until it can be reached. What happens to it is told by
 * `follow-saves.ts`.
 *
 * @returns What became of the press: on its way, waiting for the connection, one is running already, or nothing to do.
 */
export async function saveProject(app: App): Promise<'sending' | 'waiting' | 'busy' | 'clean'> {
  const { project, account } = app.state;
  if (project.isSaving) return 'busy';
  const { key } = project;
  const { userId } = account;
  if (key === null || userId === null) return 'clean';
  await app.workingCopy.current?.flush();
  const plan = await app.db.write(async () => {
    const planned = await planSave(app, key);
    await app.outbox.add(userId, planned.added);
    return planned;
  });
  if (plan.keys.length === 0) return 'clean';
  if (app.reachability.connection() !== 'online') return 'waiting';
  project.isSaving = true;
  void app.outbox.drain();
  return 'sending';
}

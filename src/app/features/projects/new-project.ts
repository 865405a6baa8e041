import { AppError } from '../../../contract/failure.ts';
import type { App } from '../../core/app.ts';
import { addLocalProject, queueCreation } from './local-project.ts';
import { leaveProject } from './open-project.ts';
import { showProject } from './show-project.ts';

/**
 * Makes an empty project and opens it. It is on this device at once, and on the server as soon as that can be reached.
 *
 * @throws AppError `not-authenticated`, `device-storage-full`. The open one stays then.
 */
export async function newProject(app: App, name: string): Promise<void> {
  const { userId } = app.state.account;
  if (userId === null) throw new AppError({ code: 'not-authenticated' });
  await leaveProject(app);
  const row = await addLocalProject(app, userId, name);
  await showProject(app, row);
  await queueCreation(app, row.key);
}

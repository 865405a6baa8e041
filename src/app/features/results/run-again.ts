import { AppError } from '../../../contract/failure.ts';
import type { RenderBody } from '../../../contract/http/renders.ts';
import type { App } from '../../core/app.ts';
import { showOrdered } from '../../orders/show-ordered.ts';

/**
 * Orders the recipe of a render again, at today's price. As any order it is a row of the outbox the moment this resolves:
 * sent again until it is answered, and charged once.
 *
 * @returns The row's key.
 * @throws AppError `not-found` without a project, `device-storage-full`.
 */
export async function runAgain(app: App, render: Pick<RenderBody, 'id' | 'engine'>): Promise<string> {
  const { account, project } = app.state;
  const { userId } = account;
  const { key: projectKey } = project;
  if (userId === null || projectKey === null) throw new AppError({ code: 'not-found' });
  const key = app.outside.randomUuid();
  const { id: renderId, engine } = render;
  const work = { kind: 'rerun-render', renderId, engine } as const;
  await app.db.write(() => app.outbox.add(userId, [{ key, projectKey, dependsOn: null, work }]));
  showOrdered(app, key, engine);
  void app.outbox.drain();
  return key;
}

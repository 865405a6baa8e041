import { AppError } from '../../../contract/failure.ts';
import type { RenderBody } from '../../../contract/http/renders.ts';
import { PRODUCT_VERSION } from '../../browser/version.ts';
import type { App } from '../../core/app.ts';
import { deviceRendersQuery } from '../../core/render-queries.ts';
import type { DeviceRenderRow } from '../../values/device-render.ts';

/** Whether this device can draw such a render again: one that a device drew, which has neither layers nor a large size. */
export function canDrawAgain({ made_on_device: isDrawn, engine }: RenderBody): boolean {
  return isDrawn && engine === 'studio';
}

/**
 * Has this device draw the recipe of a render again, in the render's project: with a connection or without, and for nothing.
 *
 * @returns Key of the order.
 * @throws AppError `not-found` without a person or a project, `device-storage-full`.
 */
export async function drawAgainHere(app: App, render: RenderBody): Promise<string> {
  const { userId } = app.state.account;
  const projectKey = await findProjectKey(app, render);
  if (userId === null || projectKey === null) throw new AppError({ code: 'not-found' });
  const row: DeviceRenderRow = {
    key: app.outside.randomUuid(),
    userId,
    projectKey,
    // By the kernel of today, which names itself once it has begun.
    recipe: {
      ...render.recipe,
      engineBuild: { engine: 'studio', version: PRODUCT_VERSION, kernelHash: '' },
    },
    group: null,
    viewIds: render.view_ids,
    state: 'waiting',
    images: [],
    warnings: [],
    createdAt: app.outside.now(),
    finishedAt: null,
    failure: null,
  };
  await app.db.write(() => app.db.deviceRenders.add(row));
  return row.key;
}

/** Of the render where it is on this device, else the open one. */
async function findProjectKey(app: App, { id, project }: RenderBody): Promise<string | null> {
  const here = app.queries.getQueryData(deviceRendersQuery().queryKey);
  const drawn = here?.find(({ render }) => render.id === id);
  if (drawn !== undefined) return drawn.projectKey;
  const { userId } = app.state.account;
  const known =
    project === null
      ? undefined
      : await app.db.run(() =>
          app.db.projects
            .where('serverId')
            .equals(project)
            .filter((one) => one.userId === userId)
            .first(),
        );
  return known?.key ?? app.state.project.key;
}

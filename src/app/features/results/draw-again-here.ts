import { AppError, isFailure } from '../../../contract/failure.ts';
import type { RenderBody } from '../../../contract/http/renders.ts';
import { ProjectId } from '../../../contract/ids.ts';
import { PRODUCT_VERSION } from '../../browser/version.ts';
import type { App } from '../../core/app.ts';
import { deviceRendersQuery } from '../../core/render-queries.ts';
import type { DeviceRenderRow } from '../../values/device-render.ts';

/** The copy of a project on this device, brought here where there is none yet: `obtainProject`. */
export type ObtainProject = (
  app: App,
  ref: { readonly key: null; readonly serverId: ProjectId },
) => Promise<{ readonly key: string }>;

/** Whether this device can draw such a render again: one that a device drew, which has neither layers nor a large size. */
export function canDrawAgain({ made_on_device: isDrawn, engine }: RenderBody): boolean {
  return isDrawn && engine === 'studio';
}

/**
 * Has this device draw the recipe of a render again, in the render's project, and for nothing: with a connection or without,
 * where the project is on this device.
 *
 * @returns Key of the order; null where the project is gone, or not on this device while there is no connection.
 * @throws AppError `not-found` without a person, `device-storage-full`, and those of a call.
 */
export async function drawAgainHere(
  app: App,
  render: RenderBody,
  obtainProject: ObtainProject,
): Promise<string | null> {
  const { userId } = app.state.account;
  if (userId === null) throw new AppError({ code: 'not-found' });
  const projectKey = await findProjectKey(app, render, obtainProject);
  if (projectKey === null || app.state.account.userId !== userId) return null;
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

/** Never the open project's unless it is the render's own: the picture would stand among those of another product. */
async function findProjectKey(
  app: App,
  { id, project }: RenderBody,
  obtainProject: ObtainProject,
): Promise<string | null> {
  const here = app.queries.getQueryData(deviceRendersQuery().queryKey);
  const drawn = here?.find(({ render }) => render.id === id);
  if (drawn !== undefined) return drawn.projectKey;
  if (project === null) return null;
  try {
    return (await obtainProject(app, { key: null, serverId: ProjectId.parse(project) })).key;
  } catch (error) {
    if (app.reachability.connection() !== 'online' || isFailure(error, 'not-found')) return null;
    throw error;
  }
}

import type { App } from '../../core/app.ts';
import type { DeviceRenderRow } from '../../values/device-render.ts';

/** An order that this device draws, waits to draw or could not draw. */
export interface OrderHere {
  readonly row: DeviceRenderRow;
  /** Name of its project where that is not the open one; undefined for one that is not on this device any more. */
  readonly otherProject: string | null | undefined;
}

/** A person's orders of this device that are not finished, of all projects, in the sequence in which they are drawn. */
export async function listHere(
  { db }: Pick<App, 'db'>,
  userId: number,
  openProject: string | null,
): Promise<OrderHere[]> {
  const rows = await db.deviceRenders
    .where('userId')
    .equals(userId)
    .filter(({ state }) => state !== 'finished')
    .sortBy('createdAt');
  const others = rows.map(({ projectKey }) => projectKey).filter((key) => key !== openProject);
  const projects = await db.projects.bulkGet([...new Set(others)]);
  const names = new Map(projects.map((project) => [project?.key, project?.settings.name]));
  return rows.map((row) => ({
    row,
    otherProject: row.projectKey === openProject ? null : names.get(row.projectKey),
  }));
}

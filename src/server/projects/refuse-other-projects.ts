import { and, eq } from 'drizzle-orm';
import { PROJECT_MEANT_HEADER } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import { RowIdText } from '../../contract/shapes.ts';
import { type Given, prepareSelect } from '../db/prepare-read.ts';
import { projects } from '../db/schema/projects.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';

const selectMade = prepareSelect(
  { createdAt: projects.createdAt },
  (select, given: Given<{ userId: number; id: number }>) =>
    select.from(projects).where(and(eq(projects.id, given('id')), eq(projects.userId, given('userId')))),
);

/**
 * Refuses calls about a project whose number is another one's here: what a device knows may be of another database, where numbers
 * were given to other projects. Which one it means it says by the moment when that was made ({@link PROJECT_MEANT_HEADER}).
 */
export function refuseOtherProjects(app: App, { database: { db } }: Pick<Deps, 'database'>): void {
  app.addHook('onRequest', async ({ headers, caller }) => {
    const meant = headers[PROJECT_MEANT_HEADER];
    if (typeof meant !== 'string' || caller === null) return;
    const [number, moment = ''] = meant.split(' ');
    const id = RowIdText.safeParse(number);
    if (!id.success) return;
    // One that is gone is the route's to tell: it may know what it answered before.
    const [found] = await selectMade(db, { userId: caller, id: id.data });
    if (found !== undefined && found.createdAt.getTime() !== Date.parse(moment))
      throw new AppError({ code: 'not-found' });
  });
}

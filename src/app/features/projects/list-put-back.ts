import type { App } from '../../core/app.ts';
import type { ProjectRow } from '../../data/db.ts';

/** The signed-in person's projects of which the server is still to be asked what it has, see `meet-put-back.ts`. */
export async function listPutBack({ db, state }: Pick<App, 'db' | 'state'>): Promise<ProjectRow[]> {
  const { userId } = state.account;
  if (userId === null) return [];
  const theirs = () => db.projects.where('userId').equals(userId);
  return db.run(() =>
    theirs()
      .filter(({ putBack }) => putBack === true)
      .toArray(),
  );
}

/** Whether one of this device's projects is among them. */
export async function isPutBack({ db }: Pick<App, 'db'>, key: string): Promise<boolean> {
  return (await db.run(() => db.projects.get(key)))?.putBack === true;
}

import type { ProjectBody } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import type { ProjectRow } from '../../data/db.ts';
import { adoptProject } from './adopt-project.ts';
import { settingsOf } from './settings-of.ts';

/**
 * Keeps on this device what the server has of one of a person's projects: a copy of its own where there was none, else
 * joined with what this device has not sent yet.
 *
 * @param openedAt Milliseconds since the epoch; the copy that has the latest opens first.
 */
export async function bringProject(
  app: Pick<App, 'db' | 'outside'>,
  userId: number,
  body: ProjectBody,
  openedAt: number,
): Promise<ProjectRow> {
  return app.db.write(async () => {
    const known = await app.db.projects
      .where('serverId')
      .equals(body.id)
      .filter((row) => row.userId === userId)
      .first();
    const key = known?.key ?? app.outside.randomUuid();
    if (known !== undefined) await adoptProject({ db: app.db, now: app.outside.now }, key, body);
    else {
      const theirs = settingsOf(body);
      await app.db.projects.add({
        key,
        userId,
        serverId: body.id,
        revision: body.revision,
        sample: body.sample_words,
        settings: theirs,
        saved: theirs,
        openedAt,
      });
    }
    const row = await app.db.projects.get(key);
    if (row === undefined) throw new Error('a row that was just written is gone');
    return row;
  });
}

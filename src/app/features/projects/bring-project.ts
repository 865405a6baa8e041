import type { ProjectBody } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import type { ProjectRow } from '../../data/db.ts';
import { type Adopted, adoptProject } from './adopt-project.ts';
import { letGoOfOthers } from './let-go-of-others.ts';
import { settingsOf } from './settings-of.ts';

export interface Brought extends Pick<Adopted, 'isToSaveAgain'> {
  readonly row: ProjectRow;
}

/**
 * Keeps on this device what the server has of one of a person's projects: a copy of its own where there was none, else
 * joined with what this device has not sent yet.
 *
 * @param openedAt Milliseconds since the epoch; the copy that has the latest opens first.
 * @param asked What this device had of the project when it asked for it, see {@link adoptProject}; null where it did not look.
 * @param common What a backup had of it, see {@link adoptProject}.
 */
export async function bringProject(
  app: Pick<App, 'db' | 'outbox' | 'outside'>,
  userId: number,
  body: ProjectBody,
  openedAt: number,
  asked: Pick<ProjectRow, 'key' | 'revision'> | null = null,
  common: ProjectBody | null = null,
): Promise<Brought> {
  return app.db.write(async () => {
    await letGoOfOthers(app, userId, [body]);
    const known = await app.db.projects
      .where('serverId')
      .equals(body.id)
      .filter((row) => row.userId === userId)
      .first();
    let isToSaveAgain = false;
    const key = known?.key ?? app.outside.randomUuid();
    if (known !== undefined) {
      const revision = asked?.key === key ? asked.revision : null;
      const tools = { db: app.db, now: app.outside.now };
      ({ isToSaveAgain } = await adoptProject(tools, key, body, revision, common));
    } else {
      const theirs = settingsOf(body);
      await app.db.projects.add({
        key,
        userId,
        serverId: body.id,
        madeAt: body.created_at ?? null,
        revision: body.revision,
        sample: body.sample_words,
        settings: theirs,
        saved: theirs,
        openedAt,
      });
    }
    const row = await app.db.projects.get(key);
    if (row === undefined) throw new Error('a row that was just written is gone');
    return { row, isToSaveAgain };
  });
}

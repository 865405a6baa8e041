import { PatchProjectBody, type ProjectBody } from '../../../contract/http/projects.ts';
import type { Database, LostPart, ProjectRow } from '../../data/db.ts';
import { keepLost } from '../../data/keep-lost.ts';
import { mergeEdits, type SentEdits } from './merge-edits.ts';
import { settingsOf } from './settings-of.ts';

/**
 * Writes down what the server has of a project by now. Edits of this device that it has not got stand, see
 * {@link mergeEdits}; what does not stand is kept. A copy that is older than what is known changes nothing.
 *
 * @returns What does not stand.
 */
export async function adoptProject(
  { db, now }: { readonly db: Database; readonly now: () => number },
  key: string,
  body: ProjectBody,
): Promise<readonly LostPart[]> {
  const theirs = settingsOf(body);
  return db.write(async () => {
    const row = await db.projects.get(key);
    if (row === undefined || body.revision < row.revision) return [];
    const { settings, lost } = mergeEdits(row, theirs, await listSent(db, key));
    await db.projects.update(key, {
      serverId: body.id,
      revision: body.revision,
      sample: body.sample_words,
      settings,
      saved: theirs,
    } satisfies Partial<ProjectRow>);
    await keepLost(db, key, now(), lost);
    return lost;
  });
}

/** What of a save may have reached the server without an answer. */
async function listSent(db: Database, key: string): Promise<SentEdits> {
  const rows = await db.outbox.where('stream').equals(`project:${key}`).toArray();
  const sent = rows.find(({ work, wasSent }) => work.kind === 'save-project' && wasSent)?.work;
  if (sent?.kind !== 'save-project' || sent.frozen === null) return {};
  const { revision: _revision, ...edits } = PatchProjectBody.catch({}).parse(sent.frozen);
  return edits;
}

import { PatchProjectBody, type ProjectBody, type ProjectSettings } from '../../../contract/http/projects.ts';
import type { Database, LostPart, ProjectRow } from '../../data/db.ts';
import { keepLost } from '../../data/keep-lost.ts';
import { freshSettings } from '../../state/projects.ts';
import { type MergedEdits, mergeEdits, type SentEdits } from './merge-edits.ts';
import { settingsOf } from './settings-of.ts';

/**
 * Writes down what the server has of a project by now. Edits of this device that it has not got stand, see
 * {@link mergeEdits}; what does not stand is kept. A copy that was overtaken on its way changes nothing. One that is older
 * than what this device knew already when it asked says that the server was put back, from a backup: its revision counts
 * from now on, and what it has lost is this device's to send again. Which of the rest others have done since then nobody can
 * tell: what this device had saved is joined with it as sides that began with nothing, and its unsent edits stand. What was
 * taken away between the backup and its last save is there again.
 *
 * @param known Revision that this device knew of the project when it asked for the copy; null where it did not look.
 * @returns What does not stand.
 */
export async function adoptProject(
  { db, now }: { readonly db: Database; readonly now: () => number },
  key: string,
  body: ProjectBody,
  known: number | null,
): Promise<readonly LostPart[]> {
  const theirs = settingsOf(body);
  return db.write(async () => {
    const row = await db.projects.get(key);
    if (row === undefined) return [];
    const isOlder = body.revision < row.revision;
    if (isOlder && row.revision !== known) return [];
    const joined = isOlder ? joinBoth(row, theirs) : null;
    const { settings, lost } = joined ?? mergeEdits(row, theirs, await listSent(db, key));
    await db.projects.update(key, {
      serverId: body.id,
      madeAt: body.created_at ?? row.madeAt ?? null,
      revision: body.revision,
      sample: body.sample_words,
      settings,
      saved: theirs,
    } satisfies Partial<ProjectRow>);
    await keepLost(db, key, now(), lost);
    return lost;
  });
}

/** Joins a server's older copy, see {@link adoptProject}. */
function joinBoth({ settings, saved }: ProjectRow, theirs: ProjectSettings): MergedEdits {
  const whole = mergeEdits({ settings: saved, saved: freshSettings('') }, theirs, saved);
  const edited = mergeEdits({ settings, saved }, whole.settings);
  return { settings: edited.settings, lost: [...whole.lost, ...edited.lost] };
}

/** What of a save may have reached the server without an answer. */
async function listSent(db: Database, key: string): Promise<SentEdits> {
  const rows = await db.outbox.where('stream').equals(`project:${key}`).toArray();
  const sent = rows.find(({ work, wasSent }) => work.kind === 'save-project' && wasSent)?.work;
  if (sent?.kind !== 'save-project' || sent.frozen === null) return {};
  const { revision: _revision, ...edits } = PatchProjectBody.catch({}).parse(sent.frozen);
  return edits;
}

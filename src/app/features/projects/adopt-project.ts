import { PatchProjectBody, type ProjectBody, type ProjectSettings } from '../../../contract/http/projects.ts';
import type { Database, LostPart, ProjectRow } from '../../data/db.ts';
import { keepLost } from '../../data/keep-lost.ts';
import { findLost } from '../../orders/at-restore.ts';
import { freshSettings } from '../../state/projects.ts';
import { listDirtyFields } from '../../values/dirty-fields.ts';
import { type MergedEdits, mergeEdits, type SentEdits } from './merge-edits.ts';
import { settingsOf } from './settings-of.ts';

/** What came of it. */
export interface Adopted {
  /** What does not stand. */
  readonly lost: readonly LostPart[];
  /** Something that was saved in a time that the server has lost is to be saved again. */
  readonly isToSaveAgain: boolean;
}

const NOTHING: Adopted = { lost: [], isToSaveAgain: false };

/**
 * Writes down what the server has of a project by now. Edits of this device that it has not got stand, see
 * {@link mergeEdits}; what does not stand is kept. A copy that was overtaken on its way changes nothing.
 *
 * Where the server was put back from a backup, and has lost the time that this device's copy is of, what was saved in that time
 * is joined with what others have done since, both as work on what the backup had: it is this device's to send again. Where both
 * changed a part the later one, the server's, stands and the lost one is kept; unsent edits stand against either. A copy that is
 * older than what this device knew already when it asked says as much of a server that does not say so itself. What it began with
 * is not known then: what this device had saved is joined with it as sides that began with nothing, and stands. What was taken away
 * between the backup and its last save is there again.
 *
 * @param known Revision that this device knew of the project when it asked for the copy; null where it did not look.
 * @param common What the backup had, see `readAtRestore`; null where that is not asked for.
 */
export async function adoptProject(
  { db, now }: { readonly db: Database; readonly now: () => number },
  key: string,
  body: ProjectBody,
  known: number | null,
  common: ProjectBody | null,
): Promise<Adopted> {
  const theirs = settingsOf(body);
  return db.write(async () => {
    const row = await db.projects.get(key);
    if (row === undefined) return NOTHING;
    const gone = findLost(body, row);
    const isOlder = body.revision < row.revision;
    if (isOlder && gone === null && row.revision !== known) return NOTHING;
    const isLost = isOlder || gone !== null;
    const began = gone !== null && common?.revision === gone.last ? settingsOf(common) : null;
    const joined = isLost ? joinLost(row, theirs, began) : null;
    const { settings, lost } = joined ?? mergeEdits(row, theirs, await listSent(db, key));
    await db.projects.update(key, {
      serverId: body.id,
      madeAt: body.created_at ?? row.madeAt ?? null,
      revision: body.revision,
      seenRevision: body.revision,
      sample: body.sample_words,
      settings,
      saved: theirs,
    } satisfies Partial<ProjectRow>);
    // Where it says what it has lost, that is known of each by its time: see `pullSketches`.
    if (isLost && gone === null) await forgetSent(db, key);
    await keepLost(db, key, now(), lost);
    return { lost, isToSaveAgain: joined?.isToSaveAgain ?? false };
  });
}

/**
 * Joins what a server has lost with what it has since, see {@link adoptProject}.
 *
 * @param began What both began with; null where that is not known.
 */
function joinLost(
  { settings, saved }: ProjectRow,
  theirs: ProjectSettings,
  began: ProjectSettings | null,
): MergedEdits & Adopted {
  const whole =
    began === null
      ? mergeEdits({ settings: saved, saved: freshSettings('') }, theirs, saved)
      : mergeEdits({ settings: theirs, saved: began }, saved);
  const again = readdress(whole.settings, theirs);
  const edited = mergeEdits({ settings, saved }, again);
  const later = new Set(edited.lost.map(({ part }) => part));
  const earlier = whole.lost.filter(({ part }) => part === 'views' || !later.has(part));
  const isToSaveAgain = listDirtyFields(again, theirs).length > 0;
  return { settings: edited.settings, lost: [...earlier, ...edited.lost], isToSaveAgain };
}

/** Addresses of a time that is lost are good for nothing. */
function readdress(settings: ProjectSettings, theirs: ProjectSettings): ProjectSettings {
  const known = new Map(theirs.model_materials.map((entry) => [entry.textureHash, entry.texturePath]));
  const model_materials = settings.model_materials.map((entry) => ({
    ...entry,
    texturePath: known.get(entry.textureHash) ?? null,
  }));
  return { ...settings, model_materials };
}

/** Painted light that a server may have lost is to be sent again, where it has no later state. */
async function forgetSent(db: Database, key: string): Promise<void> {
  const here = await db.sketches.where('projectKey').equals(key).primaryKeys();
  await db.sketchStates.bulkDelete(here);
}

/** What of a save may have reached the server without an answer. */
async function listSent(db: Database, key: string): Promise<SentEdits> {
  const rows = await db.outbox.where('stream').equals(`project:${key}`).toArray();
  const sent = rows.find(({ work, wasSent }) => work.kind === 'save-project' && wasSent)?.work;
  if (sent?.kind !== 'save-project' || sent.frozen === null) return {};
  const { revision: _revision, ...edits } = PatchProjectBody.catch({}).parse(sent.frozen);
  return edits;
}

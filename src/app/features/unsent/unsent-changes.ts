import { isSamePart, splitParts } from '../../core/project-parts.ts';
import type { LostPart, ProjectRow } from '../../data/db.ts';
import { listUnsentViews } from '../../data/list-unsent-views.ts';
import { listDirtyFields } from '../../values/dirty-fields.ts';

/** Parts of a project (`project-parts.ts`) that the server has otherwise, with the value they have here. */
export function listChangedParts({ settings, saved }: Pick<ProjectRow, 'settings' | 'saved'>): LostPart[] {
  const [here, there] = [splitParts(settings), splitParts(saved)];
  const changed = [...here].filter(([part, value]) => !isSamePart(value, there.get(part)));
  return changed.map(([part, value]) => ({ part, value }));
}

/** What a save of the project would bring: its fields as they stand here. */
export function pickUnsaved({ settings, saved }: Pick<ProjectRow, 'settings' | 'saved'>): object {
  return Object.fromEntries(listDirtyFields(settings, saved).map((field) => [field, settings[field]]));
}

/** Names of the saved views that the server lacks, and of those that it still has. */
export function nameUnsentViews(project: ProjectRow): {
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
} {
  const { changed, deleted } = listUnsentViews(project);
  return { changed: changed.map(({ name }) => name), deleted: deleted.map(({ view }) => view.name) };
}

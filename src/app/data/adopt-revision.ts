import type { ProjectRow } from './db.ts';

/**
 * The revision that a write of this device made of a project, to be noted with what it stored. Another device's change
 * in between leaves the old one, so that the next save meets and keeps that change.
 *
 * @param revision As the answer says it; null when it says none.
 */
export function adoptRevision(row: ProjectRow, revision: number | null): Pick<ProjectRow, 'revision'> {
  return { revision: revision === row.revision + 1 ? revision : row.revision };
}

import type { ProjectRow } from './db.ts';

/**
 * The revision that a write of this device made of a project, to be noted with what it stored. Another device's change
 * in between leaves the old one, so that the next save meets and keeps that change; the first that was
 * left out says what of `saved` is later.
 *
 * @param revision As the answer says it; null when it says none.
 */
export function adoptRevision(
  row: ProjectRow,
  revision: number | null,
): Pick<ProjectRow, 'revision' | 'seenRevision'> {
  const { revision: known, seenRevision = 0 } = row;
  if (revision === null) return { revision: known };
  if (revision === known + 1) return { revision };
  return { revision: known, seenRevision: seenRevision > known ? seenRevision : revision };
}

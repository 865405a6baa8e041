import { randomUUID } from 'node:crypto';
import { copySettings } from '../../contract/copy-settings.ts';
import type { Transaction } from '../db/database.ts';
import { onlyRow } from '../db/only-row.ts';
import { projects } from '../db/schema/projects.ts';
import { copySketches } from '../sketches/copy-sketches.ts';
import { numberViews } from '../views/number-views.ts';
import { checkCount } from './check-count.ts';
import { findProject, type ProjectRow } from './find-project.ts';

const NAME_MAX_LENGTH = 255;

/**
 * Copies a project: the same model and library items, materials, views and sketches under ids of their own. Its renders and the
 * versions of its materials stay with the first one. The active project stays active.
 *
 * @param name Null: as the project, with "(copy)" behind.
 * @throws AppError `not-found`; `project-limit`.
 */
export async function duplicateProject(
  tx: Transaction,
  userId: number,
  projectId: number,
  name: string | null,
): Promise<ProjectRow> {
  await checkCount(tx, userId);
  const source = await findProject(tx, userId, projectId);
  const rows = await tx
    .insert(projects)
    .values({
      userId,
      name: name ?? copyName(source.name),
      modelHash: source.modelHash,
      modelName: source.modelName,
      settings: await numberViews(tx, [], copySettings(source.settings, randomUUID)),
    })
    .returning();
  const row = onlyRow(rows);
  await copySketches(tx, source, row);
  return row;
}

function copyName(name: string): string {
  const end = ' (copy)';
  return name.slice(0, NAME_MAX_LENGTH - end.length) + end;
}

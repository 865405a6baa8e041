import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import { stampViews } from '../../contract/camera/model-views.ts';
import { AppError } from '../../contract/failure.ts';
import { ContentHash } from '../../contract/ids.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { type Given, prepareSelect } from '../db/prepare-read.ts';
import { projects } from '../db/schema/projects.ts';

export type ProjectRow = typeof projects.$inferSelect;

/** A row as it is used: views that were stored before views said so are of the model that it shows. */
export function readRow<Row extends Pick<ProjectRow, 'settings' | 'modelHash'>>(row: Row): Row {
  const { settings, modelHash } = row;
  const model = modelHash === null ? null : ContentHash.parse(modelHash);
  return { ...row, settings: { ...settings, camera_views: stampViews(settings.camera_views, model) } };
}

const columns = getTableColumns(projects);
const selectProject = prepareSelect(columns, (select, given: Given<{ userId: number; id: number }>) =>
  select.from(projects).where(and(eq(projects.id, given('id')), eq(projects.userId, given('userId')))),
);
const selectActive = prepareSelect(columns, (select, given: Given<{ userId: number }>) =>
  select
    .from(projects)
    .where(and(eq(projects.userId, given('userId')), eq(projects.isActive, true)))
    .limit(1),
);
const holdRow = prepareSelect({ id: projects.id }, (select, given: Given<{ id: number }>) =>
  select
    .from(projects)
    .where(eq(projects.id, given('id')))
    .for('key share'),
);
const selectLast = prepareSelect(
  { changedAt: projects.updatedAt },
  (select, given: Given<{ userId: number }>) =>
    select
      .from(projects)
      .where(eq(projects.userId, given('userId')))
      .orderBy(desc(projects.updatedAt))
      .limit(1),
);
const selectProjects = prepareSelect(columns, (select, given: Given<{ userId: number }>) =>
  select
    .from(projects)
    .where(eq(projects.userId, given('userId')))
    .orderBy(desc(projects.updatedAt), desc(projects.id)),
);

/** @throws AppError `not-found`, also for a project of somebody else. */
export async function findProject(db: Queryable, userId: number, projectId: number): Promise<ProjectRow> {
  const [row] = await selectProject(db, { userId, id: projectId });
  if (row === undefined) throw new AppError({ code: 'not-found' });
  return readRow(row);
}

/**
 * As {@link findProject}, and nobody else changes the row until the transaction ends.
 *
 * @throws AppError `not-found`.
 */
export async function lockProject(tx: Queryable, userId: number, projectId: number): Promise<ProjectRow> {
  const [row] = await tx
    .select()
    .from(projects)
    .where(and(eq(projects.id, projectId), eq(projects.userId, userId)))
    .for('update');
  if (row === undefined) throw new AppError({ code: 'not-found' });
  return readRow(row);
}

/** Nobody changes a person's projects until the transaction ends. */
export async function lockProjects(tx: Transaction, userId: number): Promise<void> {
  const { id } = projects;
  await tx.select({ id }).from(projects).where(eq(projects.userId, userId)).orderBy(id).for('update');
}

/**
 * Nobody deletes a project until the transaction ends. Comes before locks of its orders, which a deletion also takes.
 *
 * @returns Null for one that is gone by now.
 */
export async function holdProject(tx: Transaction, projectId: number | null): Promise<number | null> {
  if (projectId === null) return null;
  const [row] = await holdRow(tx, { id: projectId });
  return row?.id ?? null;
}

/** @throws AppError `not-found` when the person has no active project. */
export async function findActiveProject(db: Queryable, userId: number): Promise<ProjectRow> {
  const [row] = await selectActive(db, { userId });
  if (row === undefined) throw new AppError({ code: 'not-found' });
  return readRow(row);
}

/** All of a person's projects, the last changed first. */
export async function listProjects(db: Queryable, userId: number): Promise<ProjectRow[]> {
  return (await selectProjects(db, { userId })).map(readRow);
}

/** When any of a person's projects last changed; null without any. Asked every few seconds: it reads no settings. */
export async function findLastChange(db: Queryable, userId: number): Promise<Date | null> {
  const [last] = await selectLast(db, { userId });
  return last?.changedAt ?? null;
}

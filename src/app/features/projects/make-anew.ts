import { OFFLINE_ORDER_LIFETIME_MS } from '../../../contract/constants.ts';
import type { App } from '../../core/app.ts';
import type { ProjectRow } from '../../data/db.ts';
import type { NewRow } from '../../data/outbox.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';
import { isSaveStep, planSave } from '../../orders/plan-save.ts';
import { isHomeless } from './find-unsent-orders.ts';
import { keepDeleted } from './keep-deleted.ts';

/**
 * Has a project that the server has not any more made there again, with all that stands in it. What waits for it is sent
 * behind that. Call inside `db.write`, and drain the outbox afterwards.
 */
export async function makeAnew(
  app: Pick<App, 'db' | 'outbox' | 'outside'>,
  project: ProjectRow,
): Promise<void> {
  const { outbox } = app.db;
  await keepDeleted(app, project);
  const rows = await outbox.where('stream').equals(`project:${project.key}`).sortBy('seq');
  const waiting = rows.filter(({ state }) => state !== 'sending');
  const leaving = new Set(rows.filter((row) => !waiting.includes(row)).map(({ key }) => key));
  await outbox.bulkDelete(waiting.map(({ seq }) => seq as number));
  const { added, keys } = await planSave(app, project.key);
  // What is on its way goes to the project that is no more: nothing may wait for it.
  const isFree = ({ dependsOn }: NewRow): boolean => dependsOn === null || leaving.has(dependsOn);
  await app.outbox.add(
    project.userId,
    added.map((row) => (isFree(row) ? { ...row, dependsOn: null } : row)),
  );
  // Light is planned with the save.
  const behind = waiting.filter(({ work }) => !isSaveStep(work) && work.kind !== 'sync-sketches');
  const kept = new Set(behind.map(({ key }) => key));
  const place = ({ seq: _seq, ...row }: OutboxRow): OutboxRow => ({
    ...row,
    ...(goesAgain(row, app.outside.now()) && { state: 'ready', failure: null }),
    dependsOn: row.dependsOn !== null && kept.has(row.dependsOn) ? row.dependsOn : (keys.at(-1) ?? null),
  });
  await outbox.bulkAdd(behind.map(place));
}

/** An order that the person made for the project just now, which was gone by then. An older one is theirs to try again. */
function goesAgain(row: OutboxRow, now: number): boolean {
  return isHomeless(row) && now - (row.agreedAt ?? row.createdAt) <= OFFLINE_ORDER_LIFETIME_MS;
}

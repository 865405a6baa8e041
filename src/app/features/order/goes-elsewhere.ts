import type { SendTools } from '../../core/app.ts';
import type { OutboxRow, SentProject } from '../../data/outbox-row.ts';
import { isSaveStep } from '../../orders/plan-save.ts';

/**
 * Whether the project of an order that found none is made anew, or was: the order goes again under its key then, behind what makes
 * the project where that has not gone yet.
 *
 * @param asked What it was sent for; null where there was none.
 */
export async function goesElsewhere(
  { db }: Pick<SendTools, 'db'>,
  { seq, projectKey, stream }: OutboxRow,
  asked: SentProject | null,
): Promise<boolean> {
  return db.write(async () => {
    const project = await db.projects.get(projectKey);
    if (project === undefined) return false;
    if (project.serverId !== null) {
      const { serverId: id, madeAt = null } = project;
      if (id === asked?.id && madeAt === asked.madeAt) return false;
      await db.outbox.update(seq!, { sentFor: { id, madeAt } });
      return true;
    }
    const rows = await db.outbox.where('stream').equals(stream).sortBy('seq');
    const steps = rows.filter(({ work, state }) => isSaveStep(work) && state !== 'dead');
    const last = steps.at(-1);
    const row = rows.find((one) => one.seq === seq);
    if (row === undefined || last === undefined || !steps.some(({ work }) => work.kind === 'create-project'))
      return false;
    const { seq: _seq, sentFor: _sentFor, ...order } = row;
    await db.outbox.delete(seq!);
    await db.outbox.add({ ...order, state: 'ready', wasSent: false, dependsOn: last.key });
    return true;
  });
}

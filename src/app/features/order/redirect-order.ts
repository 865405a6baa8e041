import type { App } from '../../core/app.ts';
import type { OutboxRow } from '../../data/db.ts';
import { listDependants } from '../../data/list-dependants.ts';

/** Fields that only an AI engine understands. */
const AI_ONLY = new Set(['output_px', 'workflow']);

/** Whether an order of this device was refused because its engine is not there. */
export function isRedirectable({ work, failure }: OutboxRow): boolean {
  return work.kind === 'order-render' && failure?.code === 'engine-unavailable' && hasEngine(work.fields);
}

/** Has Studio draw an order that was refused for want of an AI server, with all that waits for it, as they were frozen. */
export async function redirectOrder(app: Pick<App, 'db' | 'outbox'>, row: OutboxRow): Promise<void> {
  await app.db.write(async () => {
    for (const { work, seq } of [row, ...listDependants(await app.db.outbox.toArray(), row.key)]) {
      if (work.kind !== 'order-render') continue;
      const fields = work.fields
        .filter(([name]) => !AI_ONLY.has(name))
        .map(([name, value]) => [name, name === 'engine' ? 'studio' : value] as const);
      await app.db.outbox.update(seq!, { work: { ...work, fields } });
    }
  });
  await app.outbox.release(row.key);
}

function hasEngine(fields: readonly (readonly [string, string])[]): boolean {
  return fields.some(([name, value]) => name === 'engine' && value !== 'studio');
}

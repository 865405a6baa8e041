import type { OutboxRow } from './outbox-row.ts';

/** All rows that wait for one, directly or through others, in the order in which they are sent. */
export function listDependants(rows: readonly OutboxRow[], key: string): OutboxRow[] {
  const keys = new Set([key]);
  return rows.filter((row) => {
    if (row.dependsOn === null || !keys.has(row.dependsOn)) return false;
    keys.add(row.key);
    return true;
  });
}

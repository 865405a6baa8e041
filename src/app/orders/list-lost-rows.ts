import type { App } from '../core/app.ts';
import { findRestore, readRestores } from './find-restore.ts';

/** What a device and the server have of a person under the same id, see `LookRow`. */
interface KeptRow {
  readonly id: string;
  readonly updatedAt: number;
  readonly sentAt: number | null;
}

/**
 * Which rows the server had and lacks, or has an older state of, since it was put back from a backup: nobody took them away. The
 * server is asked for the restores only where it is behind this device at all.
 *
 * @param rows As they were before the server was asked for its own.
 * @param theirs What it answered.
 * @returns With the `sentAt` that is true of it now, by which it is unsent.
 * @throws AppError of the call.
 */
export async function listLostRows<Row extends KeptRow>(
  app: Pick<App, 'server'>,
  rows: Iterable<Row>,
  theirs: readonly { readonly id: string; readonly updated_at: string }[],
  signal: AbortSignal,
): Promise<Row[]> {
  const there = new Map(theirs.map(({ id, updated_at }) => [id, Date.parse(updated_at) || 0]));
  const isBehind = ({ id, updatedAt, sentAt }: KeptRow): boolean =>
    updatedAt === sentAt && (there.get(id) ?? -1) < sentAt;
  const behind = [...rows].filter(isBehind);
  if (behind.length === 0) return [];
  const restores = await readRestores(app, signal);
  return behind
    .filter(({ updatedAt }) => findRestore(restores, updatedAt) !== undefined)
    .map((row) => ({ ...row, sentAt: there.get(row.id) ?? null }));
}

import { sql } from 'drizzle-orm';
import type { SavedView } from '../../contract/http/camera-views.ts';
import type { Transaction } from '../db/database.ts';
import { cameraViewIds, type StoredSettings } from '../db/schema/projects.ts';

/**
 * Gives every saved view its number on the server: the one it had, else the next. What a caller says about it does not
 * count.
 *
 * @param stored Views of the same project that have their numbers.
 */
export async function numberViews(
  tx: Transaction,
  stored: readonly SavedView[],
  settings: StoredSettings,
): Promise<StoredSettings> {
  const known = new Map(stored.map(({ uuid, backend_id }) => [uuid, backend_id]));
  const lacking = settings.camera_views.filter(({ uuid }) => known.get(uuid) == null);
  if (lacking.length > 0) {
    const { rows } = await tx.execute<{ id: number }>(
      sql`select nextval(${cameraViewIds.seqName})::int as id from generate_series(1, ${lacking.length})`,
    );
    for (const [index, { uuid }] of lacking.entries()) known.set(uuid, rows[index]?.id ?? null);
  }
  return {
    ...settings,
    camera_views: settings.camera_views.map((view) => ({
      ...view,
      backend_id: known.get(view.uuid) ?? null,
    })),
  };
}

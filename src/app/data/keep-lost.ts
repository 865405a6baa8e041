import type { Database, LostPart } from './db.ts';

/**
 * Sets work aside that found no place in a project, until the person brings it back or dismisses it. Of a part that was
 * set aside before, of the same model, the newest value is kept; of saved views all of them are. Call it inside `db.write`.
 *
 * @param at Milliseconds since the epoch.
 */
export async function keepLost(
  db: Pick<Database, 'backups' | 'projects'>,
  projectKey: string,
  at: number,
  lost: readonly LostPart[],
): Promise<void> {
  if (lost.length === 0) return;
  const modelHash = (await db.projects.get(projectKey))?.settings.model_hash ?? null;
  const parts = new Set(lost.map(({ part }) => part));
  const isReplaced = ({ part, value, modelHash: of = modelHash }: LostPart): boolean =>
    parts.has(part) && (value.camera_views !== undefined || of === modelHash);
  const earlier: LostPart[] = [];
  await db.backups
    .where('projectKey')
    .equals(projectKey)
    .modify((row: { lost: readonly LostPart[] }, holder: { value?: unknown }) => {
      earlier.push(...row.lost.filter(isReplaced));
      row.lost = row.lost.filter((part) => !isReplaced(part));
      if (row.lost.length === 0) delete holder.value;
    });
  await db.backups.add({
    projectKey,
    at,
    lost: lost.map((part) => ({ ...withEarlierViews(part, earlier), modelHash })),
  });
}

function withEarlierViews(lost: LostPart, earlier: readonly LostPart[]): LostPart {
  const { camera_views: views } = lost.value;
  if (views === undefined) return lost;
  const known = new Set(views.map(({ uuid }) => uuid));
  const others = earlier
    .flatMap(({ value }) => value.camera_views ?? [])
    .filter(({ uuid }) => !known.has(uuid));
  return { ...lost, value: { ...lost.value, camera_views: [...others, ...views] } };
}

/** Saved views that found no room, as work that is set aside. */
export function lostViews(views: NonNullable<LostPart['value']['camera_views']>): readonly LostPart[] {
  return views.length === 0 ? [] : [{ part: 'views', value: { camera_views: views } }];
}

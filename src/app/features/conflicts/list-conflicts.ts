import type { ProjectSettings } from '../../../contract/http/projects.ts';
import { isOfModel, isSamePart, splitParts } from '../../core/project-parts.ts';
import type { BackupRow, LostPart } from '../../data/db.ts';

/** A part of the project that was set on two devices. */
export interface Conflict extends LostPart {
  /** What was set aside is what stands by now. */
  readonly isInUse: boolean;
}

/** What is set aside, the newest value of each part, beside what stands; of a model only while the project shows it. */
export function listConflicts(backups: readonly BackupRow[], settings: ProjectSettings): Conflict[] {
  const newest = new Map<string, LostPart>();
  for (const part of backups.flatMap(({ lost }) => lost))
    if (!isForeign(part, settings.model_hash)) newest.set(part.part, part);
  const [parts, whole] = [splitParts(settings), splitParts(settings, true)];
  const here = new Set(settings.camera_views.map(({ uuid }) => uuid));
  return [...newest.values()].map((lost) => {
    const isInUse =
      lost.part === 'views'
        ? (lost.value.camera_views ?? []).every(({ uuid }) => here.has(uuid))
        : isSamePart(lost.value, (lost.part === 'model' ? whole : parts).get(lost.part));
    return { ...lost, isInUse };
  });
}

/** Whether what is set aside belongs to a model that the project does not show: it waits for that one. */
export function isForeign({ part, modelHash }: LostPart, shown: ProjectSettings['model_hash']): boolean {
  return isOfModel(part) && modelHash !== undefined && modelHash !== shown;
}

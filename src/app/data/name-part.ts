import type { ProjectSettings } from '../../contract/http/projects.ts';
import type { LateTexts } from '../texts/catalogue.ts';
import type { LostPart } from './db.ts';

/** What a person calls a part of a project. A material goes by the name that it has or had. */
export function namePart(
  late: LateTexts,
  { part, value }: LostPart,
  { model_materials: materials }: Pick<ProjectSettings, 'model_materials'>,
): string {
  const { parts, otherPart, material } = late.conflicts;
  const [target] = value.model_materials ?? [];
  if (!part.startsWith('material:') || target === undefined) {
    return (parts as Readonly<Record<string, string>>)[part] ?? otherPart;
  }
  const entry = target.entry ?? materials.find(({ id }) => id === target.id);
  return material(entry?.name || entry?.originalId || String(1 + (entry?.originalIndex ?? 0)));
}

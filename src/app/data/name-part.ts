import type { ProjectSettings } from '../../contract/http/projects.ts';
import type { LateTexts } from '../texts/catalogue.ts';
import { listLabels } from '../values/label-entries.ts';
import type { LostPart } from './db.ts';

/** What a person calls a part of a project. A material and a label go by the name that they have or had. */
export function namePart(
  late: LateTexts,
  { part, value }: LostPart,
  {
    model_materials: materials,
    render_settings: look,
  }: Pick<ProjectSettings, 'model_materials' | 'render_settings'>,
): string {
  const { parts, otherPart, material, label } = late.conflicts;
  const [laid] = value.labels ?? [];
  if (laid !== undefined) {
    const known = laid.entry ?? listLabels(look.labels).find(({ key }) => key === laid.key)?.entry;
    return label(known?.name || String(1 + laid.index));
  }
  const [target] = value.model_materials ?? [];
  if (!part.startsWith('material:') || target === undefined) {
    return (parts as Readonly<Record<string, string>>)[part] ?? otherPart;
  }
  const entry = target.entry ?? materials.find(({ id }) => id === target.id);
  return material(entry?.name || entry?.originalId || String(1 + (entry?.originalIndex ?? 0)));
}

import type { Texts } from '../texts/use-texts.ts';
import type { MaterialRow } from './list-materials.ts';

/** What the page calls a material: nobody may have named it. */
export function nameMaterial(row: Pick<MaterialRow, 'name' | 'file'>, { t }: Texts): string {
  return row.name || t.materials.unnamed(row.file.index + 2);
}

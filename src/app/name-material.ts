import type { MaterialRow } from './list-materials.ts';
import type { Texts } from './texts/use-texts.ts';

/** What the page calls a material: nobody may have named it. */
export function nameMaterial(row: Pick<MaterialRow, 'name' | 'file'>, { t }: Texts): string {
  return row.name || t.materials.unnamed(row.file.index + 2);
}

import type { MaterialId } from '../../contract/ids.ts';
import type { MaterialRow } from '../model/list-materials.ts';
import type { Mark } from '../ui/SelectionMark.tsx';

/** What the lists of materials and of objects show and do about the selection for the render. */
export interface SelectionMarks {
  of(id: MaterialId): Mark;
  /** @param name As the list prints it. */
  toggle(row: Pick<MaterialRow, 'id'>, name: string): void;
}

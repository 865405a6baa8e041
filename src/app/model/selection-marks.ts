import type { MaterialId } from '../../contract/ids.ts';
import type { Mark } from '../ui/SelectionMark.tsx';
import type { MaterialRow } from './list-materials.ts';

/** What the lists of materials and of objects show and do about the selection for the render. */
export interface SelectionMarks {
  of(id: MaterialId): Mark;
  /** @param name As the list prints it. */
  toggle(row: Pick<MaterialRow, 'id'>, name: string): void;
}

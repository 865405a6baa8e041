import type { Candidate } from '../../src/app/model/prioritise-materials.ts';
import { MaterialId } from '../../src/contract/ids.ts';

/** The id of a material by its number. */
export function materialId(number: number): MaterialId {
  return MaterialId.parse(`00000000-0000-8000-8000-${String(number + 1).padStart(12, '0')}`);
}

/** A material of a file, with a texture of its own. */
export function makeCandidate(number: number, change: Partial<Candidate> = {}): Candidate {
  return {
    id: materialId(number),
    originalIndex: number,
    name: `M${number}`,
    originalName: `file ${number}`,
    libraryId: null,
    libraryName: null,
    textureHash: null,
    hasTexture: true,
    ...change,
  };
}

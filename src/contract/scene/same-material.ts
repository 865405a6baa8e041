import type { ContentHash } from '../ids.ts';

/** What a material wears, as far as it tells whether two look the same. */
export interface Wearing {
  readonly libraryId: number | null;
  readonly libraryName: string | null;
  /** Of a library texture, or of a picture of the person's own. */
  readonly textureHash: ContentHash | null;
  /** As the person or the file called it; may be empty. */
  readonly name: string;
}

/**
 * True for two that an engine may paint with one mask (S3 5, G9): the same library item, the same texture, or the same
 * name, which is the library's where there is one.
 */
export function isSameMaterial(a: Wearing, b: Wearing): boolean {
  const marks = new Set(listMarks(b));
  return listMarks(a).some((mark) => marks.has(mark));
}

/** What a material has in common with each that is the same, in texts of which one is enough. */
export function listMarks({ libraryId, libraryName, textureHash, name }: Wearing): string[] {
  const label = (libraryName ?? name).trim();
  return [
    ...(libraryId === null ? [] : [`item ${libraryId}`]),
    ...(textureHash === null ? [] : [`texture ${textureHash}`]),
    ...(label === '' ? [] : [`name ${label}`]),
  ];
}

import type { ContentHash } from './ids.ts';

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
  if (a.libraryId !== null && a.libraryId === b.libraryId) return true;
  if (a.textureHash !== null && a.textureHash === b.textureHash) return true;
  const [left, right] = [labelOf(a), labelOf(b)];
  return left !== '' && left === right;
}

function labelOf({ libraryName, name }: Wearing): string {
  return (libraryName ?? name).trim();
}

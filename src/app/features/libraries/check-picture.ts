import { LIBRARY_NAME_MAX_LENGTH } from '../../../contract/constants.ts';
import { stemOf } from '../../../contract/files/stem-of.ts';
import type { AssetType } from '../../../contract/http/libraries.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** True for a name that ends as the pictures do which a library takes (S1 5, C5). */
export function isPictureName(name: string): boolean {
  return /\.(jpe?g|png|webp)$/i.test(name);
}

/** Why a file cannot go into a library, in a sentence (S3 5); null when it can. */
export function refusePicture(texts: Texts, assetType: AssetType, file: File | undefined): string | null {
  const { libraries } = lateTextsOf(texts.language);
  if (file === undefined) return libraries.fileMissing[assetType];
  if (file.name.trim() === '') return libraries.fileNameless[assetType];
  if (file.size === 0) return libraries.fileEmpty[assetType];
  if (!isPictureName(file.name)) return libraries.fileNoPicture(file.name);
  if (file.name.length > LIBRARY_NAME_MAX_LENGTH) {
    return libraries.fileNameLong(file.name.length, LIBRARY_NAME_MAX_LENGTH);
  }
  return null;
}

/** What an upload is called: a background as its file, the others without the extension (C4). */
export function nameOfPicture(assetType: AssetType, file: File): string {
  const stem = stemOf(file.name);
  return assetType === 'background' || stem === '' ? file.name : stem;
}

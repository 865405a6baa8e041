import { groupMaps, type PictureGroup, single } from '../../../contract/files/group-maps.ts';
import type { AssetType, CategoryBody } from '../../../contract/http/libraries.ts';
import type { ChosenFile } from '../../browser/collect-files.ts';
import { isPictureName } from './check-picture.ts';

/** So many pictures go into one upload; each shows a preview. */
export const UPLOAD_MAX_FILES = 200;

/** A file with the folder it came in, null for none. */
export interface FolderFile {
  readonly file: File;
  readonly folder: string | null;
}

export interface UploadPlan {
  /** Pictures, those of one material together, with the category each would go into; null where the library has none. */
  readonly pictures: readonly (PictureGroup & { readonly categoryId: number | null })[];
  /** Names of what is no picture: left out without asking, and counted (C5). */
  readonly leftOut: readonly string[];
  /** Whether there were more pictures than {@link UPLOAD_MAX_FILES}. */
  readonly isCut: boolean;
}

/** Files that a person chose or dropped, with their folders. */
export function nameFolders(files: readonly ChosenFile[]): FolderFile[] {
  return files.map(({ path, file }) => ({ file, folder: path.split('/').at(-2) ?? null }));
}

/**
 * What of a folder is uploaded, and where to: the category that is called as the folder, whatever the case, else the
 * first one (S1 5). The maps of a material are one item; other libraries take every picture by itself.
 *
 * @param categories In the order the person sees.
 */
export function planUpload(
  files: readonly FolderFile[],
  categories: readonly CategoryBody[],
  assetType: AssetType,
): UploadPlan {
  const shown = files.filter(({ file }) => !file.name.startsWith('.'));
  const pictures = shown.filter(({ file }) => isPictureName(file.name));
  const groups = assetType === 'material' ? groupMaps(pictures) : pictures.map(single);
  return {
    pictures: groups.slice(0, UPLOAD_MAX_FILES).map((group) => ({
      ...group,
      categoryId: (findByName(categories, group.folder) ?? categories[0])?.id ?? null,
    })),
    leftOut: shown.filter(({ file }) => !isPictureName(file.name)).map(({ file }) => file.name),
    isCut: groups.length > UPLOAD_MAX_FILES,
  };
}

function findByName(categories: readonly CategoryBody[], folder: string | null): CategoryBody | undefined {
  if (folder === null) return undefined;
  const wanted = folder.toLowerCase();
  return categories.find(({ names }) => [names.en, names.es].some((name) => name.toLowerCase() === wanted));
}

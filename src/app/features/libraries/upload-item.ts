import { LIBRARY_NAME_MAX_LENGTH } from '../../../contract/constants.ts';
import { AppError, isFailure } from '../../../contract/failure.ts';
import { fitText } from '../../../contract/files/fit-text.ts';
import type { ItemMap, PictureGroup } from '../../../contract/files/group-maps.ts';
import { stemOf } from '../../../contract/files/stem-of.ts';
import { type AssetType, LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { App } from '../../core/app.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import type { ToastArea } from '../../ui/toasts.ts';
import { nameOfPicture } from './check-picture.ts';

/** A picture on its way into a library, with the maps of a material. */
export interface Upload extends Pick<PictureGroup, 'file' | 'name' | 'maps'> {
  /** Null: the server's place for what is not sorted (C3). */
  readonly categoryId: number | null;
  readonly isGlobal: boolean;
  /** The same for a repeat of the same picture, so that it is taken once (L2). */
  readonly key: string;
}

/**
 * The picture as it is sent: WebP, or the original with a word about it where that fails (S1 5).
 *
 * @param area Who says it.
 * @returns With `unsay`, which takes that word away: the original does not get there either.
 * @throws AbortError when cancelled, AppError `image-too-large`.
 */
async function convertPicture(
  app: Pick<App, 'compute' | 'toasts' | 'texts'>,
  file: File,
  signal: AbortSignal,
  area: ToastArea,
): Promise<Pick<ConvertedItem, 'picture' | 'unsay'>> {
  try {
    return { picture: await app.compute(signal).encodeUpload(file), unsay: () => undefined };
  } catch (error) {
    signal.throwIfAborted();
    // What no decoder may open the server does not open either.
    if (!(error instanceof AppError) || isFailure(error, 'image-too-large')) throw error;
    const words = lateTextsOf(app.texts().language).libraries.webpFailed(file.name);
    return { picture: file, unsay: app.toasts.show('error', words, { area, cause: error }) };
  }
}

/** What of an upload is sent. */
export interface ConvertedItem {
  readonly picture: Blob;
  readonly normal: Blob | null;
  readonly roughness: Blob | null;
  /** One value for all of the material; null where no map says it. */
  readonly metalness: number | null;
  /** Takes away what was said of its conversion. */
  unsay(): void;
}

/**
 * The picture of an upload as {@link convertPicture} makes it, and its maps as the product reads them.
 *
 * @throws AbortError when cancelled, AppError `image-too-large`; `image-unreadable` naming a map.
 */
export async function convertItem(
  app: Pick<App, 'compute' | 'toasts' | 'texts'>,
  { file, maps }: Pick<Upload, 'file' | 'maps'>,
  signal: AbortSignal,
  area: ToastArea,
): Promise<ConvertedItem> {
  const convert = async (role: ItemMap['role']): Promise<Blob | null> => {
    const map = maps.find((one) => one.role === role);
    return map === undefined ? null : app.compute(signal).encodeUpload(map.file, map.reading);
  };
  const [{ picture, unsay }, normal, roughness, metal] = await Promise.all([
    convertPicture(app, file, signal, area),
    convert('normal'),
    convert('roughness'),
    convert('metalness'),
  ]);
  const metalness = metal === null ? null : readGrey(await app.compute(signal).averageColour(metal));
  return { picture, normal, roughness, metalness, unsay };
}

/** Of `#rrggbb`, 0 to 1 in hundredths. */
function readGrey(colour: string): number {
  return Math.round((Number.parseInt(colour.slice(3, 5), 16) / 255) * 100) / 100;
}

/**
 * Sends one picture to a library, with its maps.
 *
 * @param converted What {@link convertItem} made of its files.
 * @param onProgress Told how much of it has left, 0 to 1.
 * @throws AppError of the server, or `response-unexpected` when it was taken but the answer names no item.
 */
export async function sendPicture(
  app: Pick<App, 'server'>,
  assetType: AssetType,
  { file, name, categoryId, isGlobal, key }: Upload,
  { picture, normal, roughness, metalness, unsay }: ConvertedItem,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<LibraryItemBody> {
  const form = new FormData();
  form.set('name', nameOfUpload(assetType, { file, name }));
  if (categoryId !== null) form.set('category_id', String(categoryId));
  form.set('is_global', String(isGlobal));
  form.set('image', picture, picture === file ? file.name : `${stemOf(file.name)}.webp`);
  if (metalness !== null) form.set('metalness', String(metalness));
  if (normal !== null) form.set('normal', normal, 'normal.webp');
  if (roughness !== null) form.set('roughness_map', roughness, 'roughness.webp');
  const report = (sent: number, total: number) => onProgress(total > 0 ? sent / total : 0);
  const options = { method: 'POST', body: form, key, onProgress: report } as const;
  try {
    return await app.server.call(`/api/${assetType}/`, LibraryItemBody, options, signal);
  } catch (error) {
    // What was taken is in the library: only its answer cannot be read.
    if (!isFailure(error, 'response-unexpected')) unsay();
    throw error;
  }
}

/** What the item is called. */
export function nameOfUpload(assetType: AssetType, { file, name }: Pick<Upload, 'file' | 'name'>): string {
  return name === null ? nameOfPicture(assetType, file) : fitText(name, LIBRARY_NAME_MAX_LENGTH).trim();
}

import type { PictureWish } from '../../../contract/files/channel-presets.ts';
import { saveFile } from '../../browser/save-file.ts';
import type { App } from '../../core/app.ts';
import { type ChosenPicture, nameArchive, namingFacts } from '../../orders/name-picture.ts';
import { chooseTarget, dropTarget } from './choose-target.ts';
import { type MadePictures, makePictures } from './make-pictures.ts';

/**
 * Hands finished pictures to the person: one as it is, several as a ZIP, for which it asks first where to.
 *
 * @returns Null when the person left the question.
 * @throws AppError as {@link makePictures}; `AbortError`.
 */
export async function downloadPictures(
  app: App,
  pictures: readonly ChosenPicture[],
  wish: PictureWish,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Omit<MadePictures, 'file'> | null> {
  const facts = namingFacts(app, pictures);
  const archive = nameArchive(pictures, facts, 'pictures');
  const target = pictures.length === 1 ? 'downloads' : await chooseTarget(archive);
  if (target === null) return null;
  try {
    const handle = target === 'downloads' ? null : target;
    const { file, ...made } = await makePictures(
      app,
      pictures,
      wish,
      facts,
      archive,
      handle,
      onProgress,
      signal,
    );
    if (file !== null) saveFile(file, made.name);
    return handle === null ? made : { ...made, name: handle.name };
  } catch (error) {
    await dropTarget(target);
    throw error;
  }
}

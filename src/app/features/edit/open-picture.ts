import type { App } from '../../core/app.ts';
import type { EditBase } from '../../state/edit.ts';

/**
 * The recipe in a PNG that was downloaded from Vitrine, as something to start from. The picture is shown from the file.
 *
 * @param name The file's. @param title What to call the picture then.
 * @throws AppError `recipe-unreadable`.
 */
export async function openPicture(
  app: Pick<App, 'compute'>,
  file: Blob,
  name: string,
  title: (name: string) => string,
  signal?: AbortSignal,
): Promise<EditBase> {
  const { recipe, imageIndex } = await app.compute(signal).readRecipe(file, name);
  return {
    renderId: null,
    title: title(name),
    image: URL.createObjectURL(file),
    recipe,
    imageIndex,
  };
}

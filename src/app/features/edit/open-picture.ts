import type { App } from '../../app.ts';
import type { EditBase } from './state.ts';

/**
 * The recipe in a PNG that was downloaded from Vitrine, as something to start from. The picture is shown from the file.
 *
 * @param title What to call it, from the file's name.
 * @throws AppError `recipe-unreadable`.
 */
export async function openPicture(
  app: Pick<App, 'compute'>,
  file: File,
  title: (name: string) => string,
  signal?: AbortSignal,
): Promise<EditBase> {
  const { recipe, imageIndex } = await app.compute(signal).readRecipe(file, file.name);
  return {
    renderId: null,
    title: title(file.name),
    image: URL.createObjectURL(file),
    recipe,
    imageIndex,
  };
}

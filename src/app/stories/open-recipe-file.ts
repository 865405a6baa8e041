import { isFailure } from '../../contract/failure.ts';
import type { RecipeReason } from '../../contract/files/recipe-picture.ts';
import type { App } from '../core/app.ts';
import { openPicture } from '../features/edit/open-picture.ts';
import { cleanName } from '../model/list-materials.ts';
import { describeError } from '../texts/describe-failure.ts';
import { lateTextsOf } from '../texts/load-texts.ts';
import { offerRecipe } from './take-recipe.ts';

/** What is said of a picture without a recipe. Programs call a JPEG or a WebP PNG, too. */
const WITHOUT: readonly RecipeReason[] = ['none', 'not-a-png'];

/**
 * Starts from the recipe in a PNG; says why where there is none.
 *
 * @param isElse A picture without a recipe may be meant for something else: nothing is said of it.
 * @returns False for such a picture.
 */
export async function openRecipeFile(app: App, file: Blob, name: string, isElse = false): Promise<boolean> {
  const texts = app.texts();
  const { edit } = lateTextsOf(texts.language);
  try {
    await offerRecipe(app, await openPicture(app, file, cleanName(name), edit.ofFile));
  } catch (error) {
    if (isElse && isFailure(error, 'recipe-unreadable') && WITHOUT.includes(error.failure.reason))
      return false;
    app.toasts.show('error', describeError(texts, error), { cause: error });
  }
  return true;
}

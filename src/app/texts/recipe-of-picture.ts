import type { RecipePicture } from '../../contract/files/recipe-picture.ts';
import type { RenderBody } from '../../contract/http/renders.ts';
import { describePicture } from './describe-picture.ts';
import type { Texts } from './use-texts.ts';

/** What a saved picture says of itself. */
export function recipeOfPicture(
  texts: Pick<Texts, 't' | 'format' | 'language'>,
  render: RenderBody,
  image: RenderBody['output_images'][number],
): RecipePicture {
  const notes = describePicture(texts, render, image);
  const picture = { version: 1, recipe: render.recipe, imageIndex: image.batch_index } as const;
  return notes.length === 0 ? picture : { ...picture, notes: [...notes] };
}

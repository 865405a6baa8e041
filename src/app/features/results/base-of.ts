import type { RenderBody } from '../../../contract/http/renders.ts';
import type { EditBase } from '../../state/state.ts';
import { viewOf } from '../../values/view-of.ts';
import { titleText } from './finished-renders.ts';

/** A picture of a render as something to start from; null where there is none. */
export function baseOf(render: RenderBody, index: number, untitled: string): EditBase | null {
  const image = render.output_images[index] ?? render.output_images[0];
  if (image === undefined) return null;
  return {
    renderId: render.id,
    title: titleText(render, untitled),
    image: viewOf(image),
    recipe: render.recipe,
    imageIndex: image.batch_index,
  };
}

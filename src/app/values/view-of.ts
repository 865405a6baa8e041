import type { RenderBody } from '../../contract/http/renders.ts';

/**
 * Address of what is looked at of a finished image: of a large one a smaller one, because a tablet has no memory for
 * 67 megapixels. Downloads take the image itself.
 */
export function viewOf({ image, view }: Pick<RenderBody['output_images'][number], 'image' | 'view'>): string {
  return view ?? image;
}

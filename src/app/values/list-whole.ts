import type { RenderBody } from '../../contract/http/renders.ts';

/** Pictures of a render that the person has at full size: all but those that were given back for credits. */
export function listWhole({
  output_images: images,
}: Pick<RenderBody, 'output_images'>): RenderBody['output_images'] {
  return images.filter(({ returned }) => returned?.is_taken !== true);
}

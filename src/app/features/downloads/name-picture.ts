import type { ChannelName, PictureFormat } from '../../../contract/channel-presets.ts';
import type { RenderBody } from '../../../contract/http/renders.ts';

const EXTENSIONS: Readonly<Record<PictureFormat, string>> = { jpeg: 'jpg', webp: 'webp', png: 'png' };

/** One finished picture of a render. */
export interface ChosenPicture {
  readonly render: RenderBody;
  readonly image: RenderBody['output_images'][number];
}

/**
 * A name for each picture, of product, look, view and channel, as far as they are known; equal names are numbered.
 */
export function namePictures(
  pictures: readonly ChosenPicture[],
  channel: ChannelName | null,
  format: PictureFormat,
): string[] {
  const stems = pictures.map(({ render }) => stemOf(render, channel));
  return stems.map((stem, index) => {
    const isOnly = stems.indexOf(stem) === stems.lastIndexOf(stem);
    const number = stems.slice(0, index + 1).filter((other) => other === stem).length;
    return `${isOnly ? stem : `${stem}-${number}`}.${EXTENSIONS[format]}`;
  });
}

/** Of a ZIP with several. */
export function nameArchive([first]: readonly ChosenPicture[]): string {
  const product = first === undefined ? '' : productOf(first.render);
  return `${product || 'pictures'}.zip`;
}

function stemOf(render: RenderBody, channel: ChannelName | null): string {
  const { recipe, group } = render;
  const look = cleanPart(group?.look || (recipe.scene.variant ?? ''));
  const view = cleanPart(group?.view ?? '');
  const parts = [productOf(render), look, view, channel ?? ''].filter((part) => part !== '');
  return parts.join('-') || `vitrine-${render.id}`;
}

function productOf({ recipe }: RenderBody): string {
  return cleanPart(recipe.scene.modelName.replace(/\.(glb|gltf|obj|zip)$/i, ''));
}

/** Letters and digits of any language; what else is between them becomes a dash. */
function cleanPart(name: string): string {
  return name
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
}

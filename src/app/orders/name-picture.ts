import type { ChannelName, PictureFormat } from '../../contract/files/channel-presets.ts';
import { stemOfModel } from '../../contract/files/model-names.ts';
import type { RenderBody } from '../../contract/http/renders.ts';
import type { App } from '../core/app.ts';
import { slug } from '../values/slug.ts';

const EXTENSIONS: Readonly<Record<PictureFormat, string>> = { jpeg: 'jpg', webp: 'webp', png: 'png' };

/** One finished picture of a render. */
export interface ChosenPicture {
  readonly render: RenderBody;
  readonly image: RenderBody['output_images'][number];
}

/** What the names of pictures are made from, beside the pictures. */
export interface NamingFacts {
  /** Every render that is known, in any sequence: a picture keeps its number whatever it is downloaded with. */
  readonly renders: readonly RenderBody[];
  /** Names of saved views by their `uuid`. */
  readonly views: ReadonlyMap<string, string>;
}

/** Facts of the open project, and of the pictures themselves. */
export function namingFacts(
  app: Pick<App, 'state' | 'queries'>,
  pictures: readonly ChosenPicture[],
): NamingFacts {
  const { serverId, settings } = app.state.project;
  const listed = app.queries.getQueryData<readonly RenderBody[]>(['renders', serverId]) ?? [];
  const renders = new Map([...listed, ...pictures.map(({ render }) => render)].map((one) => [one.id, one]));
  const views = new Map(settings.camera_views.map(({ uuid, name }) => [uuid, name]));
  return { renders: [...renders.values()], views };
}

/**
 * `aria-headphones_hero_walnut_01.png`: product, view and look as far as they are known, and the number among all
 * pictures of that name, oldest first. A channel's picture ends in its name. No two are alike.
 */
export function namePictures(
  pictures: readonly ChosenPicture[],
  facts: NamingFacts,
  channel: ChannelName | null,
  format: PictureFormat,
): string[] {
  const numbers = numberPictures(pictures, facts);
  return pictures.map(({ render }, index) => {
    const number = String(numbers[index]).padStart(2, '0');
    const parts = [stemOf(render, facts), number, ...(channel === null ? [] : [channel])];
    return `${parts.join('_')}.${EXTENSIONS[format]}`;
  });
}

/** Of a ZIP: with several pictures, or with the working files of one render. */
export function nameArchive(
  pictures: readonly ChosenPicture[],
  facts: NamingFacts,
  what: 'pictures' | 'files',
): string {
  const [first] = pictures;
  if (first === undefined) return 'vitrine.zip';
  const [name = ''] = namePictures([first], facts, null, 'png');
  if (what === 'files') return name.replace(/\.png$/, '_files.zip');
  return `${productOf(first.render)}_${pictures.length}-pictures.zip`;
}

/** What a file about a model is called, without its extension. */
export function slugOfModel(modelName: string): string {
  return slug(stemOfModel(modelName)) || 'vitrine';
}

function stemOf(render: RenderBody, { views }: NamingFacts): string {
  const { group, recipe } = render;
  const [viewId = ''] = render.view_ids;
  const view = slug(group?.view || (views.get(viewId) ?? ''));
  const look = slug(group?.look || (recipe.scene.variant ?? ''));
  return [productOf(render), view, look].filter((part) => part !== '').join('_');
}

function productOf({ recipe }: RenderBody): string {
  return slugOfModel(recipe.scene.modelName);
}

/** The place of each picture among all known ones of its name. */
function numberPictures(pictures: readonly ChosenPicture[], facts: NamingFacts): number[] {
  const counts = new Map<string, number>();
  const numbers = new Map<string, number>();
  for (const render of [...facts.renders].sort((a, b) => a.id - b.id)) {
    const stem = stemOf(render, facts);
    for (const image of render.output_images) {
      const number = (counts.get(stem) ?? 0) + 1;
      counts.set(stem, number);
      numbers.set(keyOf({ render, image }), number);
    }
  }
  return pictures.map((picture) => numbers.get(keyOf(picture)) ?? 1);
}

function keyOf({ render, image }: ChosenPicture): string {
  return `${render.id}:${image.batch_index}`;
}

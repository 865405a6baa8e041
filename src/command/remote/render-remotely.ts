import type { RecipePicture } from '../../contract/files/recipe-picture.ts';
import type { ContentHash, ProjectId } from '../../contract/ids.ts';
import { type HeldFiles, hashOf } from '../recipe/held-files.ts';
import { bringModel } from './bring-model.ts';
import { bringPictures } from './bring-pictures.ts';
import { describeOrder, drawSnapshot } from './describe-order.ts';
import type { Remote } from './open-remote.ts';
import { orderPicture } from './order-picture.ts';
import { RemoteError } from './remote-error.ts';

/** A picture that was made. */
export interface DrawnPicture {
  /** Lossless PNG; the product alone where that was wished. */
  readonly png: Uint8Array;
  /** What was asked for, with the build that made it. */
  readonly picture: RecipePicture;
  /** What programs that read along are told of it beside. */
  readonly told: Readonly<Record<string, number>>;
}

/** Makes the picture of a recipe. @throws RemoteError where a server does. */
export type Draw = (
  picture: RecipePicture,
  isTransparent: boolean,
  onProgress: (percent: number, step: string) => void,
) => Promise<DrawnPicture>;

/** What a server makes of recipes whose files are held here. A model is brought once. */
export function renderRemotely(remote: Remote, files: HeldFiles, signal: AbortSignal): Draw {
  const projects = new Map<ContentHash, ProjectId>();

  async function findProject({ modelHash, modelName }: RecipePicture['recipe']['scene']): Promise<ProjectId> {
    const known = projects.get(modelHash);
    if (known !== undefined) return known;
    const model = { hash: modelHash, name: modelName, glb: await files.read(modelHash) };
    const project = await bringModel(remote, model);
    projects.set(modelHash, project);
    return project;
  }

  return async (picture, isTransparent, onProgress) => {
    const { recipe } = picture;
    onProgress(0, 'upload');
    const project = await findProject(recipe.scene);
    const items = await bringPictures(remote, recipe, files);
    const fields = describeOrder(picture, project, items);
    const { lightmap } = recipe.passes;
    const order = {
      fields,
      snapshot: await drawSnapshot(recipe),
      light: lightmap === null ? null : new Uint8Array(await files.read(lightmap)),
    };
    const render = await orderPicture(remote, order, onProgress, signal);
    const [image] = render.output_images;
    const file =
      isTransparent && image !== undefined
        ? image.layers.find(({ kind }) => kind === 'product')
        : image && { url: image.image, hash: image.image_hash };
    if (file === undefined)
      throw new RemoteError('engine-failed', 'The server kept no picture of this kind.');
    const png = await remote.fetchFile(file.url);
    if (hashOf(png) !== file.hash)
      throw new RemoteError('file-damaged', 'The picture arrived damaged: call it again.');
    const { engineBuild } = render.recipe;
    return {
      png,
      picture: { ...picture, recipe: { ...recipe, engineBuild } },
      told: { render: render.id, price: render.price },
    };
  };
}

import { environmentHashOf, listTracedFiles } from '../../contract/files/list-recipe-files.ts';
import { PictureBody } from '../../contract/http/pictures.ts';
import { RecipeFilesBody } from '../../contract/http/recipe-files.ts';
import type { ContentHash, LibraryItemId } from '../../contract/ids.ts';
import type { RenderSpec } from '../../contract/render-spec.ts';
import type { HeldFiles } from '../recipe/held-files.ts';
import type { Remote } from './open-remote.ts';
import { RemoteError } from './remote-error.ts';

/** Items of the server's library that are the background and the style of a recipe; null where it has none of it. */
export interface ServerItems {
  readonly background: LibraryItemId | null;
  readonly style: LibraryItemId | null;
}

/**
 * Brings the pictures of a recipe that its person may not use there yet: those of another library, and their own. Painted
 * light goes with the order, and a style is of the server's library.
 */
export async function bringPictures(
  remote: Remote,
  recipe: RenderSpec,
  files: HeldFiles,
): Promise<ServerItems> {
  const isPicture = (hash: string): boolean =>
    hash !== recipe.scene.modelHash &&
    hash !== environmentHashOf(recipe.scene) &&
    hash !== recipe.passes.lightmap;
  const hashes = listTracedFiles(recipe).filter(isPicture);
  if (hashes.length === 0) return { background: null, style: null };
  const found = await remote.call('/api/recipe-files/', RecipeFilesBody, {
    method: 'POST',
    body: { hashes },
  });
  const known = new Map(found.files.map(({ hash, items }) => [hash, items]));
  for (const hash of hashes) {
    if (known.has(hash) || hash === recipe.style?.imageHash) continue;
    const form = new FormData();
    form.set('picture', new Blob([new Uint8Array(await files.read(hash))]), 'picture');
    const kept = await remote.call('/api/picture/', PictureBody, {
      method: 'POST',
      body: form,
      idempotencyKey: hash,
    });
    if (kept.hash === hash) continue;
    throw new RemoteError('picture-changed', 'The server keeps a picture of this recipe in another form.');
  }
  const { background, style } = recipe;
  const find = (kind: keyof ServerItems, hash: ContentHash | undefined): LibraryItemId | null =>
    (hash === undefined ? [] : (known.get(hash) ?? [])).find((item) => item.asset_type === kind)?.id ?? null;
  return {
    background: find('background', background.kind === 'image' ? background.imageHash : undefined),
    style: find('style', style?.imageHash),
  };
}

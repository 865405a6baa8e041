import { environmentHashOf, listTracedFiles } from '../../contract/files/list-recipe-files.ts';
import { PictureBody } from '../../contract/http/pictures.ts';
import { RecipeFilesBody } from '../../contract/http/recipe-files.ts';
import type { LibraryItemId } from '../../contract/ids.ts';
import type { RenderSpec } from '../../contract/render-spec.ts';
import type { HeldFiles } from '../recipe/held-files.ts';
import type { Remote } from './open-remote.ts';
import { RemoteError } from './remote-error.ts';

/**
 * Brings the pictures of a recipe that its person may not use there yet: those of another library, and their own.
 *
 * @returns The item of the server's library that is the background; null where it is none of it.
 */
export async function bringPictures(
  remote: Remote,
  recipe: RenderSpec,
  files: HeldFiles,
): Promise<LibraryItemId | null> {
  const isPicture = (hash: string): boolean =>
    hash !== recipe.scene.modelHash && hash !== environmentHashOf(recipe.scene);
  const hashes = listTracedFiles(recipe).filter(isPicture);
  if (hashes.length === 0) return null;
  const found = await remote.call('/api/recipe-files/', RecipeFilesBody, {
    method: 'POST',
    body: { hashes },
  });
  const known = new Map(found.files.map(({ hash, items }) => [hash, items]));
  for (const hash of hashes) {
    if (known.has(hash)) continue;
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
  if (recipe.background.kind !== 'image') return null;
  const items = known.get(recipe.background.imageHash) ?? [];
  return items.find((item) => item.asset_type === 'background')?.id ?? null;
}

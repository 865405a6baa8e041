import { AppError, isFailure } from '../../contract/failure.ts';
import { listRecipeFiles } from '../../contract/files/list-recipe-files.ts';
import { PictureBody } from '../../contract/http/pictures.ts';
import { RecipeFilesBody } from '../../contract/http/recipe-files.ts';
import { RenderBody } from '../../contract/http/renders.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { SendTools } from '../core/app.ts';
import type { OutboxRow } from '../data/outbox-row.ts';

/**
 * Brings the server a finished render of a project file: first the pictures it lacks, which become the person's own, then
 * the render itself. Broken off, it goes on with the next picture.
 *
 * @returns As the server has it; null where its project is gone, and it is not needed.
 * @throws AppError `file-empty` when bytes are no longer on this device, `not-found` for a picture that this device drew in
 *   a project that was deleted meanwhile: it is nowhere else, and stays. Those of a call.
 */
export async function sendRender(
  tools: SendTools,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<RenderBody | null> {
  if (row.work.kind !== 'import-render') throw new Error('Not a render');
  const { render, deviceKey } = row.work;
  const project = await tools.db.run(() => tools.db.projects.get(row.projectKey));
  if (project === undefined) {
    if (deviceKey === undefined) return null;
    throw new AppError({ code: 'not-found' });
  }
  // Its project is still on its way.
  if (project.serverId === null) throw new AppError({ code: 'idempotency-in-flight' });
  const hashes = [...listRecipeFiles(render.recipe), ...render.images.map((image) => image.image_hash)];
  const layers = render.images.flatMap((image) => image.layers.map(({ hash }) => hash));
  const { files } = await tools.server.call(
    '/api/recipe-files/',
    RecipeFilesBody,
    { method: 'POST', body: { hashes: [...hashes, ...layers] } },
    signal,
  );
  const known = new Set(files.map((file) => file.hash));
  const { modelHash } = render.recipe.scene;
  if (!known.has(modelHash) && (await isModelOnItsWay(tools, modelHash))) {
    throw new AppError({ code: 'idempotency-in-flight' });
  }
  for (const hash of new Set(hashes)) if (!known.has(hash)) await sendFile(tools, hash, signal);
  // Layers are taken from nobody: another server makes them again when the render is run again.
  const images = render.images.map((image) => ({
    ...image,
    layers: image.layers.every(({ hash }) => known.has(hash)) ? image.layers : [],
  }));
  const path = `/api/project/${project.serverId}/renders/`;
  try {
    return await tools.server.call(
      path,
      RenderBody,
      { method: 'POST', key: row.key, body: { ...render, images } },
      signal,
    );
  } catch (error) {
    // Deleted meanwhile, the project needs no renders that a file has.
    if (!isFailure(error, 'not-found') || deviceKey !== undefined) throw error;
    return null;
  }
}

async function isModelOnItsWay({ db }: SendTools, hash: ContentHash): Promise<boolean> {
  const isUpload = ({ work, state }: OutboxRow): boolean =>
    work.kind === 'upload-model' && work.hash === hash && (state === 'ready' || state === 'sending');
  return (await db.run(() => db.outbox.filter(isUpload).count())) > 0;
}

async function sendFile(tools: SendTools, hash: ContentHash, signal: AbortSignal): Promise<void> {
  const picture = await tools.storage.get(hash);
  if (picture === null) throw new AppError({ code: 'file-empty', name: hash });
  const form = new FormData();
  form.set('picture', picture, 'picture');
  await tools.server.call('/api/picture/', PictureBody, { method: 'POST', body: form }, signal);
}

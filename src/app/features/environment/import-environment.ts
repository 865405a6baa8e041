import {
  ENVIRONMENT_FILE_MAX,
  ENVIRONMENTS_MAX,
  LIBRARY_NAME_MAX_LENGTH,
  VIEW_THUMBNAIL_MAX_BYTES,
} from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { fitText } from '../../../contract/files/fit-text.ts';
import { isCancelled } from '../../browser/expected-errors.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { holdPage } from '../../state/hold-page.ts';
import { describeError } from '../../texts/describe-failure.ts';
import type { EnvironmentRow } from '../../values/environment-row.ts';
import { putEnvironment } from './put-environment.ts';
import { setEnvironment } from './set-environment.ts';

/** Asked in the moment of choosing, as files are read one after another. */
export function whoseSurroundings({ state: { account, project } }: Pick<App, 'state'>) {
  return { userId: account.userId, key: project.key };
}

/**
 * Makes a picture of surroundings the person's own and lights the product by it. It is read off the page, kept on this
 * device, and goes to the server by itself, whatever is on the page meanwhile. The same file again is the same environment.
 * What went wrong is said.
 *
 * @param meant The person and the project it is for, see {@link whoseSurroundings}: of another project by now, it is kept alone.
 * @param frame Of a model file, whose surroundings are taken: how it stands, see `ComputeApi.prepareEnvironment`.
 * @returns False when nothing was added.
 */
export async function importEnvironment(
  app: App,
  file: File,
  meant = whoseSurroundings(app),
  frame?: readonly number[],
): Promise<boolean> {
  const { userId, key } = meant;
  const name =
    fitText(file.name.replace(/\.(?:hdr|exr|pic)$/i, '').trim(), LIBRARY_NAME_MAX_LENGTH) || 'HDRI';
  if (userId === null || userId !== app.state.account.userId) return false;
  app.state.light.reading += 1;
  try {
    const row = await holdPage(app.state, () => takeIn(app, userId, name, file, frame));
    if (row === null || app.state.project.key !== key) return false;
    const { environment } = currentSettings(app).render_settings;
    const { kind: _kind, ...placing } = environment ?? {};
    setEnvironment(
      app,
      app.texts(),
      { kind: 'picture', imageHash: row.pictureHash, name: row.name },
      placing,
    );
    app.toasts.show('info', app.texts().t.environment.added(row.name), { about: 'environment' });
    return true;
  } catch (error) {
    if (isCancelled(error)) return false;
    const texts = app.texts();
    app.toasts.show('error', texts.t.environment.notAdded(name), {
      message: describeError(texts, error),
      cause: error,
    });
    return false;
  } finally {
    app.state.light.reading -= 1;
  }
}

async function takeIn(
  app: App,
  userId: number,
  name: string,
  file: File,
  frame: readonly number[] | undefined,
): Promise<EnvironmentRow | null> {
  if (file.size === 0) throw new AppError({ code: 'file-empty', name: file.name });
  if (file.size > ENVIRONMENT_FILE_MAX.bytes) {
    throw new AppError({ code: 'environment-refused', reason: 'too-large' });
  }
  const { picture, thumbnail } = await app.compute().prepareEnvironment(file, frame);
  const pictureHash = await app.compute().hashFile(picture);
  const mine = (await app.db.run(() => app.db.environments.where('userId').equals(userId).toArray())).filter(
    ({ deletedAt }) => deletedAt === null,
  );
  const known = mine.find((row) => row.pictureHash === pictureHash);
  await app.storage.put(pictureHash, picture);
  if (known !== undefined) return known;
  if (mine.length >= ENVIRONMENTS_MAX) {
    app.toasts.show('warning', app.texts().t.environment.full(ENVIRONMENTS_MAX));
    return null;
  }
  const now = app.outside.now();
  const row: EnvironmentRow = {
    id: app.outside.randomUuid(),
    userId,
    name,
    pictureHash,
    thumbnail: await toDataUrl(thumbnail),
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    sentAt: null,
  };
  await putEnvironment(app, row);
  return row;
}

async function toDataUrl(picture: Blob): Promise<string | null> {
  if (picture.type !== 'image/webp' || picture.size > VIEW_THUMBNAIL_MAX_BYTES) return null;
  const bytes = new Uint8Array(await picture.arrayBuffer());
  return `data:image/webp;base64,${btoa(String.fromCharCode(...bytes))}`;
}

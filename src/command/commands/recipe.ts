import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { RenderSpec } from '../../contract/render-spec.ts';
import { UsageError } from '../options/usage-error.ts';
import { formatOf } from '../output/carry-recipe.ts';
import { readPicture } from '../output/read-picture.ts';
import { findFiles } from '../recipe/find-files.ts';
import { readServer, SERVER_OPTIONS } from '../remote/read-server.ts';
import type { Command } from './command.ts';
import { checkFolderOf, type RenderSession, withRenderSession } from './open-render-session.ts';
import { TELLING_OPTIONS } from './picture-options.ts';

/** What a picture was made of, and the same picture once more. */
export const recipe: Command = {
  name: 'recipe',
  usage: 'PICTURE [--out FILE] [options]',
  about: 'Prints the recipe that a picture carries, as JSON; with --out it makes the picture again.',
  options: {
    out: { value: 'FILE', help: 'make the picture again: .png, .jpg or .webp' },
    from: {
      value: 'PATH',
      isMany: true,
      help: 'file or folder with the model and the background; besides, the folder of the picture and this one are looked into; may be repeated',
    },
    ...SERVER_OPTIONS,
    ...TELLING_OPTIONS,
  },
  notes: [
    'vitrine recipe chair.png --out again.png --from models/',
    'A PNG is the same to the pixel where the same version of Vitrine made it.',
  ],
  async run(args, outside) {
    const [name, ...others] = args.names;
    if (name === undefined || others.length > 0) throw new UsageError('vitrine recipe takes one picture.');
    const path = resolve(outside.cwd, name);
    const wished = args.text('out');
    const from = args.list('from').map((place) => resolve(outside.cwd, place));
    for (const place of from) {
      if ((await stat(place).catch(() => null)) === null) throw new UsageError(`There is no file ${place}.`);
    }
    const out = wished === undefined ? null : resolve(outside.cwd, wished);
    if (out !== null) {
      formatOf(out, false);
      await checkFolderOf(out);
    }
    const server = await readServer(args, outside.cwd, process.env);
    if (server !== null && out === null) throw new UsageError('--server goes with --out.');
    const { picture, isTransparent } = await readPicture(path);
    if (out === null) {
      outside.tell.answer(JSON.stringify(picture.recipe, null, 2), { ...picture });
      return;
    }
    formatOf(out, isTransparent);
    await withRenderSession(outside, server, async (session) => {
      checkEngine(picture.recipe, session);
      // What a server is made of shows in the picture that comes.
      const warning = server === null ? await compareBuild(picture.recipe, session) : null;
      if (warning !== null) outside.tell.warn(warning);
      const places = [...from, dirname(path), outside.cwd];
      const missing = await findFiles(picture.recipe, places, session.library, session.files);
      if (missing.length > 0) {
        throw new UsageError(`Not found: ${missing.join(', ')}. Say where it is: --from PATH.`);
      }
      await session.draw(picture, { isTransparent, hasAlpha: isTransparent, channel: null }, out);
    });
  },
};

/** @throws UsageError for a picture of AI. */
function checkEngine({ engineBuild }: RenderSpec, { engine }: RenderSession): void {
  if (engineBuild.engine === engine.name) return;
  throw new UsageError('An AI engine painted this picture: it can only be made again by the app.');
}

/** @returns What may be different in the picture; null for one of this very build. */
async function compareBuild({ engineBuild }: RenderSpec, { engine }: RenderSession): Promise<string | null> {
  const { version, kernelHash } = await engine.build();
  // A device names no kernel.
  const isSame = engineBuild.version === version && ['', kernelHash].includes(engineBuild.kernelHash);
  return isSame
    ? null
    : `Version ${engineBuild.version} made this picture, this is ${version}: pixels may differ.`;
}

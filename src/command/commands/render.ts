import { resolve } from 'node:path';
import { UsageError } from '../options/usage-error.ts';
import { formatOf } from '../output/carry-recipe.ts';
import { chooseCamera } from '../recipe/choose-camera.ts';
import { readServer, SERVER_OPTIONS } from '../remote/read-server.ts';
import type { Command } from './command.ts';
import { checkFolderOf, withRenderSession } from './open-render-session.ts';
import { openShot } from './open-shot.ts';
import { CHANNEL_OPTIONS, PICTURE_OPTIONS, readWish, TELLING_OPTIONS } from './picture-options.ts';
import { planShot } from './plan-shot.ts';

/** One picture of a model. */
export const render: Command = {
  name: 'render',
  usage: 'MODEL --out FILE [options]',
  about: 'Makes one picture of a model: GLB, glTF, OBJ, a ZIP of them, or their folder.',
  options: {
    out: { value: 'FILE', help: 'picture to write: .png, .jpg or .webp. It carries its recipe' },
    ...PICTURE_OPTIONS,
    ...CHANNEL_OPTIONS,
    ...SERVER_OPTIONS,
    ...TELLING_OPTIONS,
  },
  notes: [
    'vitrine render chair.glb --material "Seat=Walnut" --background "#f4f1ea" --size 2048 --out chair.png',
    'vitrine render chair.glb --look oak.json --channel amazon --out chair.jpg',
    'vitrine render chair.glb --material "*=Oak" --view 30,15 --light soft --ratio 4:5 --out chair.webp',
  ],
  async run(args, outside) {
    const [model, ...others] = args.names;
    if (model === undefined || others.length > 0) throw new UsageError('vitrine render takes one model.');
    const wished = args.text('out');
    if (wished === undefined) throw new UsageError('Say where the picture goes: --out FILE.');
    const out = resolve(outside.cwd, wished);
    const wish = readWish(args, model);
    formatOf(out, (await planShot(wish, outside.cwd)).hasAlpha);
    await checkFolderOf(out);
    const server = await readServer(args, outside.cwd, process.env);
    await withRenderSession(outside, server, async (session) => {
      const shot = await openShot(wish, session, outside);
      const picture = await shot.picture(chooseCamera(shot.view, shot.box, shot.aspect));
      await session.draw(picture, shot.plan, out);
    });
  },
};

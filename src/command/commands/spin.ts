import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readWhole } from '../options/read-values.ts';
import { UsageError } from '../options/usage-error.ts';
import { checkWritable, sweepParts } from '../output/write-whole.ts';
import { chooseTurntable } from '../recipe/choose-camera.ts';
import { readServer, SERVER_OPTIONS } from '../remote/read-server.ts';
import type { Command } from './command.ts';
import { withRenderSession } from './open-render-session.ts';
import { openShot } from './open-shot.ts';
import { PICTURE_OPTIONS, readWish, TELLING_OPTIONS } from './picture-options.ts';

const FRAMES_DEFAULT = '36';
const FRAMES_MAX = 3_600;
const DIGITS_MIN = 3;
/** Level, and a little from above. */
const VIEW_DEFAULT = '0,10';

/** A turntable. */
export const spin: Command = {
  name: 'spin',
  usage: 'MODEL --out FOLDER [options]',
  about: 'Makes a turntable: PNGs all around a model, evenly, numbered from frame-001.png on.',
  options: {
    out: { value: 'FOLDER', help: 'where the frames go; it is made where there is none' },
    frames: { value: 'NUMBER', help: `how many, 1 to ${FRAMES_MAX} (${FRAMES_DEFAULT})` },
    ...PICTURE_OPTIONS,
    view: { value: 'VIEW', help: `the first frame, as of "vitrine render" (${VIEW_DEFAULT})` },
    ...SERVER_OPTIONS,
    ...TELLING_OPTIONS,
  },
  notes: [
    'vitrine spin chair.glb --frames 36 --size 1024 --out spin/',
    'With --server every frame is a picture of its own, and none is paid twice, as long as it is called again within a week.',
    'Called again, it makes what is missing, damaged or of other options, and leaves the other frames as they are.',
  ],
  async run(args, outside) {
    const [model, ...others] = args.names;
    if (model === undefined || others.length > 0) throw new UsageError('vitrine spin takes one model.');
    const wished = args.text('out');
    if (wished === undefined) throw new UsageError('Say where the frames go: --out FOLDER.');
    const count = readWhole('frames', args.text('frames') ?? FRAMES_DEFAULT, 1, FRAMES_MAX);
    const folder = resolve(outside.cwd, wished);
    const info = await stat(folder).catch(() => null);
    if (info !== null && !info.isDirectory()) throw new UsageError(`${wished} is a file, not a folder.`);
    const wish = readWish(args, model);
    const server = await readServer(args, outside.cwd, process.env);
    await withRenderSession(outside, server, async (session) => {
      const shot = await openShot({ ...wish, view: wish.view ?? VIEW_DEFAULT }, session, outside);
      await mkdir(folder, { recursive: true });
      await sweepParts(folder);
      let isChecked = false;
      const digits = Math.max(DIGITS_MIN, String(count).length);
      for (const [k, camera] of chooseTurntable(shot.view, shot.box, shot.aspect, count).entries()) {
        outside.signal.throwIfAborted();
        const out = join(folder, `frame-${String(k + 1).padStart(digits, '0')}.png`);
        const picture = await shot.picture(camera);
        if (await session.isMade(out, picture, shot.plan)) outside.tell.wrote(out, true);
        else {
          if (!isChecked) await checkWritable(folder);
          isChecked = true;
          await session.draw(picture, shot.plan, out);
        }
      }
    });
  },
};

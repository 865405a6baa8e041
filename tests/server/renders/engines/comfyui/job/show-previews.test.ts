import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createPreviews } from '../../../../../../src/server/renders/engines/comfyui/job/show-previews.ts';
import type { EngineEvent } from '../../../../../../src/server/renders/engines/engine.ts';
import { pictureDesk } from '../../../../../support/picture-desk.ts';

type Preview = Extract<EngineEvent, { kind: 'preview' }>;
const flat = (colour: string, width = 8, height = 4) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg({ quality: 100 })
    .toBuffer();

/** Previews that were told, and the next one when it comes. */
function listen() {
  const told: Preview[] = [];
  let wake = () => {};
  return {
    told,
    tell(preview: Preview) {
      told.push(preview);
      wake();
    },
    next: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
  };
}

test('a preview becomes pixels, at most 512 px', async () => {
  const { told, tell, next } = listen();
  const previews = createPreviews({ pictures: pictureDesk, timing: { previewMs: 1 } }, tell);
  const shown = next();
  previews.push(await flat('#ffffff', 1_024, 512));
  await shown;
  previews.close();
  const [preview] = told;
  expect([preview?.widthPx, preview?.heightPx, preview?.rgba.length]).toEqual([512, 256, 512 * 256 * 4]);
  expect([...(preview?.rgba.subarray(0, 4) ?? [])]).toEqual([255, 255, 255, 255]);
});

test('of previews that come together the last one is shown; what cannot be read is passed over', async () => {
  const { told, tell, next } = listen();
  const previews = createPreviews({ pictures: pictureDesk, timing: { previewMs: 1 } }, tell);
  const [red, blue] = await Promise.all([flat('#ff0000'), flat('#0000ff')]);
  const shown = next();
  for (const image of [red, red, new Uint8Array([1, 2, 3]), blue]) previews.push(image);
  await shown;
  const again = next();
  previews.push(new Uint8Array([1, 2, 3]));
  previews.push(red);
  await again;
  previews.close();
  previews.push(blue);
  expect(told.map(({ rgba }) => (rgba[0] ?? 0) > 128)).toEqual([false, true]);
});

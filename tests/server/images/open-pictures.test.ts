import { join } from 'node:path';
import { build } from 'esbuild';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ContentHash } from '../../../src/contract/ids.ts';
import { openPictures } from '../../../src/server/images/open-pictures.ts';
import { pictureWork } from '../../../src/server/images/picture-work.ts';
import type { PictureLane, Pictures } from '../../../src/server/images/pictures.ts';
import { CHECKPOINT_CANVAS } from '../../../src/server/renders/engines/comfyui/graph/graph-size.ts';
import type { Asked, WorkProcesses } from '../../../src/server/work/work-processes.ts';
import { makeRecipe } from '../../support/ai-recipe.ts';
import { bundleWorkerScripts } from '../../support/worker-scripts.ts';

let opened: WorkProcesses<Pictures, PictureLane>;
let work: Asked<Pictures>;
const lost: string[] = [];
beforeAll(async () => {
  const file = join(await bundleWorkerScripts(), 'picture-process.js');
  opened = openPictures(file, {
    onLost: (name, reason) => lost.push(`${name}: ${reason}`),
    onNote: () => {},
  });
  work = opened.workFor({ lane: 'order', caller: 'Ada' });
});
afterAll(() => opened.close());

const noise = (widthPx: number, heightPx: number, channels: 3 | 4 = 3) =>
  sharp({
    create: {
      width: widthPx,
      height: heightPx,
      channels,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

test('what another process makes of pictures has the same bytes as what this one would make', async () => {
  const photo = await noise(300, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const grey = await noise(64, 64).png().toBuffer();
  const rgba = await noise(96, 64).ensureAlpha().raw().toBuffer();
  const pixels = { rgba, widthPx: 96, heightPx: 64 };
  const calls: ((pictures: Pictures | Asked<Pictures>) => Promise<unknown>)[] = [
    (pictures) => pictures.inspectImage(photo, 'photo'),
    (pictures) => pictures.preparePicture(photo, 'photo'),
    (pictures) => pictures.prepareTexture(photo, 'photo'),
    (pictures) => pictures.prepareAvatar(photo, 'photo'),
    (pictures) => pictures.prepareScreenshot(photo, 'photo'),
    (pictures) => pictures.encodeMask(grey, 64, 64, 'mask'),
    (pictures) => pictures.shrinkImage(grey, 'grey', 32, true),
    (pictures) => pictures.encodeRender(pixels, 32),
    (pictures) => pictures.encodePreview(pixels),
    (pictures) => pictures.decodePreview(photo),
  ];
  const here = await Promise.all(calls.map((call) => call(pictureWork)));
  const there = await Promise.all(calls.map((call) => call(work)));
  expect(there.map(plain)).toEqual(here.map(plain));
  expect(lost).toEqual([]);
});

test('the pictures of an AI order come along by their hashes, and come back the same', async () => {
  const recipe = makeRecipe();
  const { widthPx, heightPx } = recipe;
  const snapshot = await noise(widthPx, heightPx).png().toBuffer();
  const files = new Map<ContentHash, Uint8Array>([[recipe.passes.snapshot, snapshot]]);
  for (const hash of Object.values(recipe.passes)) if (hash !== null) files.set(hash, snapshot);
  for (const mask of recipe.masks) {
    files.set(mask.imageHash, snapshot);
    if (mask.materialImageHash !== null) files.set(mask.materialImageHash, snapshot);
  }
  if (recipe.background.kind === 'image') files.set(recipe.background.imageHash, snapshot);
  if (recipe.style !== null) files.set(recipe.style.imageHash, snapshot);
  const here = await pictureWork.prepareOrder(recipe, files, 64 * 64, CHECKPOINT_CANVAS, null);
  const there = await work.prepareOrder(recipe, files, 64 * 64, CHECKPOINT_CANVAS, null);
  expect(there.images.map(({ role, hash }) => [role, hash])).toEqual(
    here.images.map(({ role, hash }) => [role, hash]),
  );
  const [one, other] = [
    await pictureWork.composeResult(snapshot, recipe, files),
    await work.composeResult(snapshot, recipe, files),
  ];
  expect(plain(other)).toEqual(plain(one));
  expect(await work.measureFidelity(recipe, one, files)).toEqual(
    await pictureWork.measureFidelity(recipe, one, files),
  );
});

test('refusals of another process are the same', async () => {
  const refused = { failure: { code: 'image-unreadable', name: 'it' } };
  await expect(work.prepareTexture(new Uint8Array([1, 2, 3]), 'it')).rejects.toMatchObject(refused);
});

test('the server’s own process never loads the image library', async () => {
  const bundled = await build({
    entryPoints: [join(import.meta.dirname, '../../../src/server/main.ts')],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    outdir: 'nowhere',
    logLevel: 'silent',
  });
  const outside = Object.values(bundled.metafile.outputs).flatMap(({ imports }) => imports);
  const names = new Set(outside.map(({ path }) => path));
  expect(names).toContain('pg');
  expect(names).not.toContain('sharp');
});

/** Bytes as text, whatever kind of array they came in. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

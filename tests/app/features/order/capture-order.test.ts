import { expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { assignSettings } from '../../../../src/app/core/edit-settings.ts';
import { captureOrder } from '../../../../src/app/features/order/capture-order.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import type { MaskGroup } from '../../../../src/app/model/prioritise-materials.ts';
import { holdFiles } from '../../../../src/app/orders/hold-files.ts';
import type { ComputeApi } from '../../../../src/contract/compute-api.ts';
import { AppError } from '../../../../src/contract/failure.ts';
import { ContentHash, MaterialId } from '../../../../src/contract/ids.ts';
import type { CameraPose } from '../../../../src/contract/render-spec.ts';
import type { CapturePass } from '../../../../src/contract/viewer-api.ts';
import type { ViewerClient } from '../../../../src/workers/open-viewer.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

const SHOWN = ContentHash.parse('a'.repeat(64));
const CAMERA: CameraPose = {
  position: [1, 2, 3],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
};
const GROUP: MaskGroup = {
  id: MaterialId.parse('6f9619ff-8b86-4011-b42d-00c04fc964ff'),
  name: 'Oak',
  originalNames: ['Seat'],
  members: [],
  slots: [1],
  priority: 1,
  isLocked: false,
};

/** @param empty Passes in which the viewer finds nothing. @param changes To the encoders. */
async function open(
  empty: readonly CapturePass[] = [],
  changes: Partial<ComputeApi> = {},
): Promise<{ app: App; asked: CapturePass[][]; sizes: number[][] }> {
  const outside = createFakeOutside(createFakeServer());
  const compute = { ...outside.workers.compute(), ...changes };
  const app = createTestApp({ ...outside, workers: { ...outside.workers, compute: () => compute } });
  await loadActiveProject(app, 7, 'New');
  const asked: CapturePass[][] = [];
  const sizes: number[][] = [];
  const api = {
    capturePasses: async (_pose: CameraPose, widthPx: number, heightPx: number, wanted: CapturePass[]) => {
      asked.push(wanted);
      sizes.push([widthPx, heightPx]);
      const has = (pass: CapturePass) => wanted.includes(pass) && !empty.includes(pass);
      const passes = ['snapshot', 'ids', 'outline', 'depth', 'normal', 'alpha'] as const;
      return {
        ...Object.fromEntries(passes.map((pass) => [pass, has(pass) ? new ArrayBuffer(4) : null])),
        widthPx,
        heightPx,
      };
    },
  };
  app.viewer.current = { api } as unknown as ViewerClient;
  return { app, asked, sizes };
}

const take = (app: App, groups: readonly MaskGroup[], isForAi: boolean) =>
  captureOrder(
    app,
    app.state.project.settings,
    { hash: SHOWN, isShown: () => true },
    CAMERA,
    groups,
    isForAi,
    holdFiles(app),
  );
const names = (files: readonly (readonly [string, string, string])[]) =>
  files.map(([field, , name]) => `${field} ${name}`);

test('an order has the snapshot, its guides and its masks, whatever engine draws it', async () => {
  const { app, asked } = await open();
  const guides = [
    'viewer_snapshot snapshot.webp',
    'outline_snapshot outline_snapshot.webp',
    'depth depth.webp',
    'normal normal.webp',
    'alpha alpha.webp',
  ];
  expect(names((await take(app, [], false)).files)).toEqual(guides);
  const { files, masks } = await take(app, [GROUP], true);
  expect(names(files)).toEqual([...guides, 'masks[0][mask_image] mask-0.webp']);
  expect(masks.map(({ name }) => name)).toEqual(['Oak']);
  expect(asked).toEqual([
    ['snapshot', 'outline', 'depth', 'normal', 'alpha'],
    ['snapshot', 'outline', 'depth', 'normal', 'alpha', 'ids'],
  ]);
  for (const [, hash] of files) expect(await app.storage.get(hash)).not.toBeNull();
});

test('an AI engine gets everything without loss, the snapshot too; the Studio’s snapshot is a photograph', async () => {
  const qualities: number[] = [];
  const { app } = await open([], {
    encodeWebp: async (_pixels, _width, _height, quality) => {
      qualities.push(quality);
      return new Blob(['picture'], { type: 'image/webp' });
    },
  });
  await take(app, [], true);
  expect(qualities).toEqual([1, 1, 1, 1, 1]);
  qualities.length = 0;
  await take(app, [], false);
  expect(qualities).toEqual([0.92, 1, 1, 1, 1]);
});

test('what has nothing in it is not sent; without any picture there is no order', async () => {
  const { app } = await open(['outline', 'normal']);
  expect(names((await take(app, [], true)).files)).toEqual([
    'viewer_snapshot snapshot.webp',
    'depth depth.webp',
    'alpha alpha.webp',
  ]);
  const blind = await open(['snapshot']);
  await expect(take(blind.app, [], false)).rejects.toMatchObject({
    failure: { code: 'graphics-unavailable' },
  });
});

test('files are named by what the encoder made', async () => {
  const png = new Blob(['picture'], { type: 'image/png' });
  const { app } = await open([], {
    encodeWebp: async () => png,
    encodeMasks: async () => [{ image: png, coverage: 0.5 }],
  });
  const { files } = await take(app, [GROUP], true);
  expect(files.every(([, , name]) => name.endsWith('.png'))).toBe(true);
  expect(files).toHaveLength(6);
});

test('an order of a view that shows none of the materials goes without masks, and says so', async () => {
  const { app } = await open([], {
    encodeMasks: async () => {
      throw new AppError({ code: 'no-matching-materials' });
    },
  });
  const { masks } = await take(app, [GROUP], false);
  expect(masks).toEqual([]);
  expect(app.toasts.queue.visibleToasts.map(({ content }) => content.title)).toEqual([
    'No matching materials found in scene',
  ]);
});

test('of a large picture the stage is taken at 2048 px, whatever its ratio', async () => {
  const { app, sizes } = await open();
  for (const [width, height] of [
    [2048, 1152],
    [8192, 8192],
    [2304, 4096],
    [8192, 64],
  ] as const) {
    assignSettings(app, {
      render_settings: { ...app.state.project.settings.render_settings, width, height },
    });
    await take(app, [], false);
  }
  expect(sizes).toEqual([
    [2048, 1152],
    [2048, 2048],
    [1152, 2048],
    [2048, 64],
  ]);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import JSZip from 'jszip';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePng } from '../tests/support/tiny-image.ts';
import { dropPaths } from './support/drop-paths.ts';
import { openStory, type Story } from './support/open-story.ts';
import type { StoryStorage } from './support/shims.ts';
import { waitForAnyModel } from './support/stage.ts';

/** A board with a picture, in all the ways a person may have it. */
const OBJ =
  'mtllib Board.MTL\no Board\nv -1 0 0\nv 1 0 0\nv 1 2 0\nv -1 2 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl oak\nf 1/1 2/2 3/3 4/4\n';
const MTL = 'newmtl oak\nKd 0.8 0.8 0.8\nmap_Kd .\\textures\\Oak Board.png\n';
/** A blue pixel, in a format that glTF does not hold. */
const BMP = Uint8Array.from([
  ...[0x42, 0x4d, 58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0],
  ...[0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0],
]);
const POSITIONS = new Uint8Array(new Float32Array([-1, 0, 0, 1, 0, 0, 0, 2, 0]).buffer);
const GLTF = JSON.stringify({
  asset: { version: '2.0' },
  scenes: [{ nodes: [0] }],
  nodes: [{ name: 'Sail', mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
  materials: [{ name: 'cloth', pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
  textures: [{ source: 0 }],
  images: [{ uri: 'cloth.png' }],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [-1, 0, 0], max: [1, 2, 0] },
  ],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  buffers: [{ uri: 'sail%20shape.bin', byteLength: 36 }],
});

let folder: string;
let story: Story;
let page: Story['page'];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-models-'));
  for (const name of ['board/textures', 'sail']) mkdirSync(join(folder, name), { recursive: true });
  const write = (path: string, content: string | Uint8Array) => writeFileSync(join(folder, path), content);
  write('board/board.OBJ', OBJ);
  write('board/board.mtl', MTL);
  write('board/textures/oak board.png', makePng());
  write('sail/sail.gltf', GLTF);
  write('sail/sail shape.bin', POSITIONS);
  write('sail/cloth.png', makePng());
  mkdirSync(join(folder, 'plain'));
  write('plain/plain.obj', OBJ.replace('Board.MTL', 'plain.mtl').replace('Board', 'Plain'));
  write('plain/plain.mtl', 'newmtl oak\nmap_Kd sky.bmp\n');
  write('plain/sky.bmp', BMP);
  const zip = new JSZip()
    .file('kit/board.obj', OBJ)
    .file('kit/board.mtl', MTL)
    .file('kit/textures/Oak Board.png', makePng())
    .file('__MACOSX/kit/._board.obj', 'x');
  write('kit.zip', await zip.generateAsync({ type: 'uint8array' }));
  story = await openStory({ viewport: { width: 1180, height: 820 }, isEmpty: true, serviceWorkers: 'allow' });
  page = story.page;
});

afterAll(async () => {
  await story?.close();
  rmSync(folder, { recursive: true, force: true });
});

const facts = () => page.getByRole('list', { name: 'Model' });
const material = (name: string) => page.getByRole('group', { name });

/** A file in the device's storage, as base64. */
function readStored(hash: string): Promise<string> {
  return page.evaluate(async (name) => {
    const inFileSystem = async (root: FileSystemDirectoryHandle) =>
      (await (await root.getDirectoryHandle('files')).getFileHandle(name)).getFile();
    const inDatabase = () =>
      new Promise<Blob>((resolve, reject) => {
        const opening = indexedDB.open('vitrine-files');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('files').objectStore('files').get(name);
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => resolve(reading.result);
        };
      });
    // Workers that come from a service worker keep files there even while stories take that from the page.
    const storage = navigator.storage as StorageManager & Partial<StoryStorage>;
    const root = await (storage.directoryOfStory?.() ?? storage.getDirectory());
    const file = await inFileSystem(root).catch(inDatabase);
    const bytes = new Uint8Array(await file.arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  }, hash);
}

/** Resolves when the stage draws a model of this name that lacks nothing. */
async function expectWhole(name: string): Promise<void> {
  await facts().getByText(name, { exact: true }).waitFor();
  await page
    .locator('summary')
    .filter({ hasText: /missing for/ })
    .waitFor({ state: 'detached' });
}

test('a folder opens with its material library and its picture, whatever the case of their names', async () => {
  await dropPaths(page, [join(folder, 'board')]);
  await expectWhole('board.OBJ');
  await facts().getByText('2 triangles').waitFor();
  await material('oak').waitFor();
});

test('a glTF opens with the files beside it, and without its shape it asks for it', async () => {
  await dropPaths(page, [join(folder, 'sail/sail.gltf')]);
  const card = page.getByRole('alert').filter({ hasText: '2 files are missing for sail.gltf' });
  await card.getByText('sail%20shape.bin', { exact: true }).waitFor();
  await card.getByText('Colour of cloth').waitFor();
  await expect.poll(() => card.getByText('Needed', { exact: true }).count()).toBe(1);

  // 1. The shape alone is enough to be shown.
  const [shape] = await Promise.all([
    page.waitForEvent('filechooser'),
    card.getByRole('button', { name: 'Add the missing files' }).click(),
  ]);
  await shape.setFiles(join(folder, 'sail/sail shape.bin'));
  await facts().getByText('sail.gltf', { exact: true }).waitFor();
  await card.waitFor({ state: 'detached' });

  // 2. The picture is listed with a way to add it, and dropping it completes the model as well.
  await page.locator('summary').filter({ hasText: '1 file is missing for sail.gltf' }).click();
  await page.getByRole('button', { name: 'Add the missing files' }).waitFor();
  await dropPaths(page, [join(folder, 'sail/cloth.png')]);
  await expectWhole('sail.gltf');
});

test('a ZIP opens with all that is in it', async () => {
  await dropPaths(page, [join(folder, 'kit.zip')]);
  await expectWhole('board.obj');
  await material('oak').waitFor();
});

test('of several models one is taken, and the page says which', async () => {
  await dropPaths(page, [join(folder, 'sail'), join(folder, 'board/board.OBJ')]);
  await page.getByText('sail.gltf was opened. 1 other model came with it; open each by itself.').waitFor();
  await expectWhole('sail.gltf');
});

test('what is no model changes nothing and says what to drop', async () => {
  const before = await waitForAnyModel(page);
  await dropPaths(page, [join(folder, 'sail/cloth.png')]);
  await page.getByText('Drop a GLB, glTF or OBJ file', { exact: false }).waitFor();
  await expect.poll(() => page.locator('[data-model]').getAttribute('data-model')).toBe(before);
});

test('without a network a picture in an old format still becomes one that every program reads', async () => {
  await page.waitForFunction(async () => {
    const kept = await (await caches.open('later')).keys();
    return kept.some(({ url: address }) => address.includes('squoosh_png'));
  });
  // The page of the first visit has what the browser's own cache happens to hold; from then on it has all.
  const loadAgain = async (): Promise<boolean> => {
    await page.reload();
    // A service worker that does not start in time is passed over.
    return page.evaluate(() => navigator.serviceWorker.controller !== null);
  };
  await expect.poll(loadAgain).toBe(true);
  await waitForAnyModel(page);
  await story.context.setOffline(true);
  const before = await waitForAnyModel(page);
  await dropPaths(page, [join(folder, 'plain')]);
  await page.locator(`[data-model]:not([data-model="${before}"])`).waitFor();
  await expectWhole('plain.obj');
  const glb = Buffer.from(await readStored(await waitForAnyModel(page)), 'base64');
  expect(glb.includes('"mimeType":"image/png"')).toBe(true);
  expect(glb.includes(Buffer.from([0x89, 0x50, 0x4e, 0x47]))).toBe(true);
  await story.context.setOffline(false);
  expect(story.errors).toEqual([]);
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listModelFiles } from '../../../src/command/model/list-model-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-files-'));
  const gltf = {
    asset: { version: '2.0' },
    buffers: [{ uri: 'scene.glbin', byteLength: 4 }],
    images: [{ uri: 'maps/texture_0' }, { uri: 'caf%C3%A9.jfif' }],
    extensions: { EXT_lights_ies: { lights: [{ uri: 'lamp.profile' }] } },
  };
  const files = {
    'gltf/model.gltf': JSON.stringify(gltf),
    'gltf/scene.glbin': 'data',
    'gltf/maps/texture_0': 'picture',
    'gltf/café.jfif': 'picture',
    'gltf/lamp.profile': 'profile',
    'gltf/notes.txt': 'nobody names them',
    'obj/model.obj': 'mtllib Paint.Lib\nv 0 0 0\n',
    'obj/paint.lib': 'newmtl red\nmap_Kd -s 2 2 2 F.tif\nbump C:\\work\\relief.psd\n',
    'obj/F.tif': 'picture',
    'obj/maps/relief.psd': 'picture',
    'obj/other.tif': 'nobody names it',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['gltf', 'model.gltf', ['café.jfif', 'lamp.profile', 'maps/texture_0', 'model.gltf', 'scene.glbin']],
  ['obj', 'model.obj', ['F.tif', 'maps/relief.psd', 'model.obj', 'paint.lib']],
])('what a model of %s names comes along, whatever its name ends with', async (room, name, paths) => {
  const listed = async (path: string) => (await listModelFiles(path)).map(({ path }) => path).sort();
  expect(await listed(join(folder, room, name))).toEqual([...paths].sort());
  expect(await listed(join(folder, room))).toEqual([...paths].sort());
});

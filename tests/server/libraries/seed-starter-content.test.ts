import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { findItem, type RenderServer, startRenderServer } from '../../support/render-server.ts';
import { flatWebp } from '../../support/tiny-content.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

/** Changes the row of the walnut in the content folder, and writes files beside its picture. */
async function release(change: object, files: Readonly<Record<string, Uint8Array>>): Promise<void> {
  const { contentDir } = server.deps.config;
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(contentDir, name), bytes);
  const file = join(contentDir, 'library.json');
  const rows = JSON.parse(await readFile(file, 'utf8')) as { slug: string }[];
  const next = rows.map((row) => (row.slug === 'walnut' ? { ...row, ...change } : row));
  await writeFile(file, JSON.stringify(next));
  await server.seed();
}

test('a release brings maps and repaints a picture; what wears the old one goes on wearing it', async () => {
  const person = await server.signUp();
  const before = await findItem(server, person, 'material', 'walnut');
  expect(before.material).toMatchObject({ normal: null, roughness_map: null });
  const project = await server.get<ProjectBody>(person, '/api/project/active/');

  const maps = {
    normalFile: 'materials/walnut-normal.webp',
    roughnessFile: 'materials/walnut-roughness.webp',
  };
  await release(
    { ...maps, averageColour: '#604030' },
    {
      [maps.normalFile]: await flatWebp('#8080ff'),
      [maps.roughnessFile]: await flatWebp('#00c000'),
      'materials/walnut.webp': await flatWebp('#604030'),
    },
  );
  const after = await findItem(server, person, 'material', 'walnut');
  expect(after).toMatchObject({ id: before.id, average_colour: '#604030' });
  expect(after.image_hash).not.toBe(before.image_hash);
  for (const map of [after.material?.normal, after.material?.roughness_map]) {
    expect((await fetch(server.url + map?.url)).headers.get('content-type')).toBe('image/webp');
  }
  // The project still finds its own picture, on this device and on the next.
  const worn = await server.get<ProjectBody>(person, '/api/project/active/');
  expect(worn.model_materials).toEqual(project.model_materials);
  expect((await fetch(server.url + worn.model_materials[0]?.texturePath)).status).toBe(200);
  // New accounts begin with the new one, maps and all.
  const [entry] = (await server.get<ProjectBody>(await server.signUp(), '/api/project/active/'))
    .model_materials;
  expect(entry).toMatchObject({
    textureHash: after.image_hash,
    normalHash: after.material?.normal?.hash,
    roughnessHash: after.material?.roughness_map?.hash,
  });

  // Later starts change nothing.
  const list = await server.get(person, '/api/material/');
  await server.seed();
  expect(await server.get(person, '/api/material/')).toEqual(list);
});

test('a release brings a thumbnail of its own to an item that is there already', async () => {
  const person = await server.signUp();
  const before = await findItem(server, person, 'material', 'walnut');
  const ball = await flatWebp('#123456', 256);
  await release({ thumbnailFile: 'materials/walnut-ball.webp' }, { 'materials/walnut-ball.webp': ball });
  const after = await findItem(server, person, 'material', 'walnut');
  expect(after).toMatchObject({ id: before.id, image_hash: before.image_hash });
  const shown = await fetch(server.url + after.thumbnail);
  expect(Buffer.from(await shown.arrayBuffer()).equals(ball)).toBe(true);

  // A picture that is repainted later keeps it.
  await release({}, { 'materials/walnut.webp': await flatWebp('#705030') });
  const repainted = await findItem(server, person, 'material', 'walnut');
  expect(repainted.image_hash).not.toBe(before.image_hash);
  expect(new URL(repainted.thumbnail, server.url).pathname).toBe(
    new URL(after.thumbnail, server.url).pathname,
  );
});

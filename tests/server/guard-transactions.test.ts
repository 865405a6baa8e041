import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ProjectFilesBody } from '../../src/contract/files/project-file.ts';
import type { ProjectBody } from '../../src/contract/http/projects.ts';
import type { RenderStateBody } from '../../src/contract/http/renders.ts';
import { guardTransactions } from '../support/guard-transactions.ts';
import { findItem, picture, type RenderServer, startRenderServer } from '../support/render-server.ts';
import { readyServer } from '../support/test-engine.ts';
import { writeZip, zipEntry } from '../support/zip-file.ts';

const CONTEXT = {
  url: 'http://localhost/',
  hash: '',
  timestamp: '2026-01-01T00:00:00Z',
  userAgent: 'a browser',
  viewport: { width: 1_280, height: 800 },
};
let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
});
// The server of a test ends with a failure when any of its calls worked on what a transaction may not wait for.
afterAll(() => server.stop());

test('no order and no upload works on files, pictures, models or engines while its transaction is open', async () => {
  const person = await server.signUp();
  const project = await server.get<ProjectBody>(person, '/api/project/active/');
  const send = async (method: string, path: string, fields: Record<string, string | Blob>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const answer = await fetch(server.url + path, { method, headers: person.headers, body: form });
    return answer.status;
  };

  // 1. Orders, and all that becomes of them.
  const mask = {
    'masks[0][mask_image]': await picture('#ffffff'),
    'masks[0][material_id]': '00000000-0000-4000-8000-000000000000',
    'masks[0][mask_name]': 'Seat',
    'masks[0][material_name]': 'Oak',
    'masks[0][original_names]': '[]',
    'masks[0][is_prioritized]': 'false',
    'masks[0][priority]': 0,
  };
  const order = await server.order(person, { ...mask, outline_snapshot: await picture('#000000') });
  expect(await server.finish(person, order.body.id)).toMatchObject({ status: 'completed' });
  const rerun = await server.post(person, `/api/render/${order.body.id}/rerun/`);
  expect(await server.finish(person, rerun.body.id)).toMatchObject({ status: 'completed' });
  const { renders } = await server.get<ProjectFilesBody>(person, `/api/project/${project.id}/files/`);
  const imported = await server.post(person, `/api/project/${project.id}/renders/`, renders[0]);
  expect(imported.status).toBe(201);
  server.aiEngine.reports = [readyServer('a')];
  server.aiEngine.size = 1;
  server.aiEngine.changed();
  const engines = async () =>
    (await server.get<RenderStateBody>(person, '/api/render/state/')).data.system.engines;
  await vi.waitFor(async () => expect(await engines()).toContain('comfyui'), { timeout: 10_000 });
  const gate = server.engine.hold();
  const held = await server.order(person);
  await gate.reached;
  const changed = await server.post(person, `/api/render/${held.body.id}/engine/`, { engine: 'comfyui' });
  expect(changed.status).toBe(202);
  gate.release();
  expect(await server.finish(person, changed.body.id)).toMatchObject({ status: 'completed' });

  // 2. Uploads.
  const image = await picture('#336699');
  const jpeg = new Blob(
    [
      await sharp(await image.arrayBuffer())
        .jpeg()
        .toBuffer(),
    ],
    { type: 'image/jpeg' },
  );
  expect(await send('POST', '/api/background/', { image, name: 'Blue' })).toBe(201);
  expect(await send('POST', '/api/picture/', { picture: image })).toBe(201);
  expect(await send('PUT', '/api/users/me/avatar/', { avatar: image })).toBe(200);
  const [material] = project.model_materials;
  const texture = `/api/project/${project.id}/model-materials/${material?.id}/texture/`;
  expect(await send('POST', texture, { texture: image })).toBe(200);
  const toggle = `/api/project/${project.id}/toggle-material-selection/`;
  expect((await server.post(person, toggle, { material_id: material?.id })).status).toBe(200);
  const zip = new Blob([
    new Uint8Array(writeZip([zipEntry('oak.png', new Uint8Array(await image.arrayBuffer()))])),
  ]);
  const { category } = await findItem(server, person, 'material', 'walnut');
  const batch = { zip_file: zip, category: String(category.id) };
  expect(await send('POST', '/api/project/batch-material-upload/', batch)).toBe(201);
  const feedback = {
    type: 'bug',
    category: 'ui',
    title: 'It',
    description: 'It is blue.',
    context: JSON.stringify(CONTEXT),
    screenshot: jpeg,
  };
  expect(await send('POST', '/api/feedback/', feedback)).toBe(201);
});

test('work inside a transaction is noticed, and work before and after it is not', async () => {
  const { database, services } = server.deps;
  const { services: guarded, offences } = guardTransactions(database, services);
  const bytes = new Uint8Array([1, 2, 3]);
  await guarded.storage.put(bytes);
  const inside = database.db.transaction(async () => guarded.storage.put(bytes));
  await expect(inside).rejects.toThrow('inside a transaction');
  const beside = database.db.transaction(async () => database.pool.query('select 1'));
  await expect(beside).rejects.toThrow('inside a transaction');
  await guarded.storage.put(bytes);
  expect(offences).toEqual(['storage.put inside a transaction', 'a second connection inside a transaction']);
});

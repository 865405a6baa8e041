import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import JSZip from 'jszip';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { CategoryBody } from '../../../src/contract/http/libraries.ts';
import { users } from '../../../src/server/db/schema/accounts.ts';
import { environments } from '../../../src/server/db/schema/dressing.ts';
import { projects } from '../../../src/server/db/schema/projects.ts';
import { renders } from '../../../src/server/db/schema/renders.ts';
import { ownedFiles } from '../../../src/server/db/schema/uploads.ts';
import { callApi, makeForm } from '../../support/call-api.ts';
import { flatPicture } from '../../support/pictures.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
import { storeFile } from '../../support/store-file.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
});
afterAll(() => server.stop());

const open = (person: Person, signal?: AbortSignal) =>
  fetch(`${server.url}/api/users/me/export/`, { headers: person.headers, ...(signal && { signal }) });

test('the export holds everything of a person, and nothing of anybody else', async () => {
  const person = await server.signUp('Ada Lovelace');
  const other = await server.signUp('Bob Other');
  const ordered = await server.order(person, { positive_prompt: 'a blue chair' });
  const theirs = await server.order(other, { positive_prompt: 'not for Ada' });
  await server.finish(person, ordered.body.id);
  await server.finish(other, theirs.body.id);
  const categories = await server.get<z.infer<typeof CategoryBody>[]>(
    person,
    '/api/category/?asset_type=material',
  );
  const item = {
    name: 'Red oak',
    category_id: String(categories[0]?.id),
    image: await flatPicture('#a02010'),
  };
  expect((await callApi(server, person, 'POST', '/api/material/', makeForm(item, 'oak.png'))).status).toBe(
    201,
  );
  const context = {
    url: 'http://x/',
    hash: '',
    timestamp: '',
    userAgent: '',
    viewport: { width: 1, height: 1 },
  };
  const ticket = {
    type: 'love',
    category: 'ui',
    title: 'Nice',
    description: 'Very.',
    context: JSON.stringify(context),
    screenshot: await flatPicture('#a02010', 'jpeg', 64),
  };
  expect((await callApi(server, person, 'POST', '/api/feedback/', makeForm(ticket))).status).toBe(201);
  const avatar = makeForm({ avatar: await flatPicture('#00ff00') });
  await callApi(server, person, 'PUT', '/api/users/me/avatar/', avatar);

  const answer = await open(person);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="vitrine-\d{4}-\d\d-\d\d\.zip"$/,
  );
  const zip = await JSZip.loadAsync(await answer.arrayBuffer(), { checkCRC32: true });
  const names = Object.keys(zip.files).map((name) => name.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'ID'));
  const render = ordered.body.id;
  const [project] = await server.deps.database.db
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.userId, person.session.user.id));
  expect(names).toEqual([
    'account.json',
    'avatar.webp',
    'second-factor.json',
    'identities.json',
    'passkeys.json',
    'api-keys.json',
    'webhooks.json',
    'told-devices.json',
    'devices.json',
    'credits.json',
    'purchases.json',
    'plans.json',
    'invoices.json',
    `projects/${project?.id}/project.json`,
    `projects/${project?.id}/sketches.json`,
    `projects/${project?.id}/model.glb`,
    'looks.json',
    'surroundings.json',
    `renders/${render}/render.json`,
    `renders/${render}/1.png`,
    'library/categories.json',
    expect.stringMatching(/^library\/material\/\d+\/item\.json$/),
    expect.stringMatching(/^library\/material\/\d+\/image\.webp$/),
    'feedback/ID/feedback.json',
    'feedback/ID/screenshot.jpg',
  ]);
  const read = async (name: string) => JSON.parse((await zip.file(name)?.async('string')) ?? '');
  expect(await read('account.json')).toMatchObject({
    name: 'Ada Lovelace',
    email: person.email,
    credits: 1800,
  });
  expect(await read('credits.json')).toMatchObject([
    { kind: 'signup', amount: 2000 },
    { kind: 'reserve', amount: -200 },
    { kind: 'capture', amount: 0 },
  ]);
  expect(await read('purchases.json')).toEqual([]);
  expect(await read(`renders/${render}/render.json`)).toMatchObject({
    recipe: { positivePrompt: 'a blue chair' },
  });
  const whole = await Promise.all(
    Object.values(zip.files)
      .filter(({ name }) => name.endsWith('.json'))
      .map((file) => file.async('string')),
  );
  for (const secret of ['$argon2id', 'password', 'Bob Other', 'not for Ada', other.email]) {
    expect(whole.join()).not.toContain(secret);
  }
});

test('it holds surroundings, own pictures and models that stand aside, under the hashes that name them', async () => {
  const person = await server.signUp();
  const { db } = server.deps.database;
  const store = { db, storage: server.deps.services.storage };
  const userId = person.session.user.id;
  const bring = async (contentType: 'image/png' | 'model/gltf-binary') => {
    const { hash } = await storeFile(store, randomBytes(100), { contentType });
    await db.insert(ownedFiles).values({ userId, hash });
    return hash;
  };
  const [panorama, label, aside] = [
    await bring('image/png'),
    await bring('image/png'),
    await bring('model/gltf-binary'),
  ];
  await db.insert(environments).values({ id: randomUUID(), userId, name: 'My loft', pictureHash: panorama });
  const { body: category } = await callApi(server, person, 'POST', '/api/category/', {
    name: 'My woods',
    asset_type: 'material',
  });
  expect(category).toMatchObject({ name: 'My woods' });
  const zip = await JSZip.loadAsync(await (await open(person)).arrayBuffer());
  const own = Object.keys(zip.files).filter((name) => name.startsWith('files/'));
  expect(own.toSorted()).toEqual(
    [`files/${panorama}.png`, `files/${label}.png`, `files/${aside}.glb`].toSorted(),
  );
  expect(await zip.file('surroundings.json')?.async('string')).toContain('My loft');
  expect(await zip.file('library/categories.json')?.async('string')).toContain('My woods');
});

test('of each table that knows a person it is decided whether the export has it', async () => {
  const exported = [
    'api_keys',
    'categories',
    'environments',
    'feedback',
    'identities',
    'invoices',
    'ledger',
    'library_items',
    'looks',
    'owned_files',
    'passkeys',
    'projects',
    'purchases',
    'push_subscriptions',
    'renders',
    'second_factors',
    'refresh_tokens',
    'subscriptions',
    'wallets',
    'webhooks',
  ];
  // What is on its way, what proves who somebody is, and what is staff's.
  const left = [
    'account_links',
    'idempotency_keys',
    'recovery_codes',
    'staff_acts',
    'tickets',
    'upload_parts',
    'uploads',
  ];
  const { rows } = await server.deps.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'user_id' order by name`,
  );
  expect(rows.map(({ name }) => name)).toEqual([...exported, ...left].toSorted());
});

test('one at a time; a caller who hangs up may begin again', async () => {
  const person = await server.signUp();
  const { db } = server.deps.database;
  // More than sockets hold, so that it waits for its reader.
  const store = { db, storage: server.deps.services.storage };
  const stored = await storeFile(store, randomBytes(64 * 1024 ** 2), { contentType: 'image/webp' });
  await db.update(users).set({ avatarHash: stored.hash }).where(eq(users.id, person.session.user.id));
  const hangUp = new AbortController();
  const first = await open(person, hangUp.signal);
  expect(first.status).toBe(200);
  const second = await open(person);
  expect(second.status).toBe(409);
  expect(await second.json()).toMatchObject({ code: 'idempotency-in-flight' });
  expect(second.headers.get('retry-after')).toBe('1');
  // Somebody else's is no matter of this one.
  expect((await (await open(await server.signUp())).arrayBuffer()).byteLength).toBeGreaterThan(0);
  hangUp.abort();
  await expect
    .poll(async () => {
      const again = await open(person);
      await again.body?.cancel();
      return again.status;
    })
    .toBe(200);
});

test('a picture that the disk has lost is left out, and the rest comes', async () => {
  const person = await server.signUp();
  const { db } = server.deps.database;
  const { storage } = server.deps.services;
  const stored = await storeFile({ db, storage }, randomBytes(100), { contentType: 'image/webp' });
  await db.update(users).set({ avatarHash: stored.hash }).where(eq(users.id, person.session.user.id));
  await storage.delete(stored.hash);
  const zip = await JSZip.loadAsync(await (await open(person)).arrayBuffer());
  expect(zip.file('avatar.webp')).toBeNull();
  expect(zip.file('credits.json')).not.toBeNull();
});

test('with an account its waiting and running renders end, and nobody stumbles over them', async () => {
  const person = await server.signUp();
  const gate = server.engine.hold();
  const ordered = [await server.order(person), await server.order(person)];
  expect(ordered.map(({ status }) => status)).toEqual([202, 202]);
  await gate.reached;
  const { db } = server.deps.database;
  const gone = await callApi(server, person, 'DELETE', '/api/users/me/', { password: person.password });
  expect(gone.status).toBe(204);
  const left = await db.select().from(renders).where(eq(renders.userId, person.session.user.id));
  expect(left).toEqual([]);
  // The run hears of it, and the queue goes on with what comes next.
  await expect.poll(() => server.engine.aborted).toBe(1);
  gate.release();
  const next = await server.signUp();
  const order = await server.order(next);
  expect(await server.finish(next, order.body.id)).toMatchObject({ status: 'completed' });
});

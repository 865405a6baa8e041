import { expect, test } from 'vitest';
import { speak } from '../../../../src/app/features/account/change-language.ts';
import { nameFolders, planUpload } from '../../../../src/app/features/libraries/plan-upload.ts';
import { createUploadList } from '../../../../src/app/features/libraries/upload-list.ts';
import { describeFailure } from '../../../../src/app/texts/describe-failure.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import type { LibraryItemBody } from '../../../../src/contract/http/libraries.ts';
import { createFakeOutside, createTestApp, until } from '../../../support/fake-outside.ts';
import { createLibraryServer, makeCategory, refusal } from '../../../support/library-server.ts';

const picture = (name: string, text = name) => new File([text], name);
const inFolder = (folder: string | null, ...files: File[]) => files.map((file) => ({ file, folder }));

function setUp(files: File[], folder: string | null = null, known: readonly LibraryItemBody[] = []) {
  const libraries = createLibraryServer();
  const app = createTestApp(createFakeOutside(libraries.server));
  const list = createUploadList(
    app,
    'material',
    planUpload(inFolder(folder, ...files), libraries.categories, 'material'),
    known,
  );
  const toasts = () => app.toasts.queue.visibleToasts.map(({ content }) => content.title);
  return { ...libraries, app, list, toasts };
}

test('only pictures are taken, into the category of the folder’s name, else the first', () => {
  const categories = [makeCategory(1, 'Fabric'), makeCategory(2, 'Leather')];
  const files = [picture('a.JPG'), picture('b.webp'), picture('notes.txt'), picture('.DS_Store')];
  const plan = planUpload(
    [
      ...inFolder('leather', ...files),
      ...inFolder('Summer', picture('c.png')),
      ...inFolder(null, picture('d.jpeg')),
    ],
    categories,
    'material',
  );
  expect(plan.pictures.map(({ file, categoryId }) => [file.name, categoryId])).toEqual([
    ['a.JPG', 2],
    ['b.webp', 2],
    ['c.png', 1],
    ['d.jpeg', 1],
  ]);
  expect(plan.leftOut).toEqual(['notes.txt']);
  expect(
    planUpload(inFolder('Leather es', picture('a.png')), categories, 'style').pictures[0]?.categoryId,
  ).toBe(2);
  expect(planUpload(inFolder('x', picture('a.png')), [], 'material').pictures[0]?.categoryId).toBeNull();
  const many = Array.from({ length: 201 }, (_, index) => picture(`${index}.png`));
  expect(planUpload(inFolder(null, ...many), categories, 'material')).toMatchObject({
    isCut: true,
    leftOut: [],
  });
});

test('pictures are sent one by one as WebP with name and category; then nothing is left', async () => {
  const { app, list, sent, toasts, items } = setUp([picture('oak.png'), picture('pine.jpg')], 'Leather');
  list.setCategory(1, 1);
  expect(await list.start()).toBe(true);
  const fields = await Promise.all(
    sent.map(async ({ path, form }) => {
      const image = form.get('image') as File;
      return [
        path,
        form.get('name'),
        form.get('category_id'),
        form.get('is_global'),
        image.name,
        await image.text(),
      ];
    }),
  );
  expect(fields).toEqual([
    ['/api/material/', 'oak', '2', 'false', 'oak.webp', 'webp of oak.png'],
    ['/api/material/', 'pine', '1', 'false', 'pine.webp', 'webp of pine.jpg'],
  ]);
  expect(list.read().rows).toEqual([]);
  expect(items.material).toHaveLength(2);
  expect(toasts()).toEqual(['Uploaded 2 file(s) successfully.']);
  expect(app.toasts.queue.visibleToasts[0]?.timeout).toBe(3_000);
});

test('what is everybody’s says so', async () => {
  const { list, sent } = setUp([picture('oak.png')]);
  list.setGlobal(true);
  await list.start();
  expect(sent[0]?.form.get('is_global')).toBe('true');
});

test('a picture that fails stays with its reason and is sent again under the same key unless it was refused', async () => {
  const { app, list, sent, answers, items } = setUp([
    picture('oak.png'),
    picture('pine.png'),
    picture('elm.png'),
    picture('ash.png'),
  ]);
  answers.push('lost', refusal(507, 'storage-full'), refusal(403, 'forbidden'));
  expect(await list.start()).toBe(false);
  const told = () =>
    list.read().rows.map(({ file, status, reason }) => [file.name, status, reason?.(app.texts())]);
  expect(told()).toEqual([
    ['oak.png', 'failed', 'The server cannot be reached. Your work is safe on this device.'],
    ['pine.png', 'failed', "The server's disk is full. Your work is safe on this device."],
    ['elm.png', 'failed', expect.any(String)],
  ]);
  await speak(app, 'es');
  expect(told()[0]?.[2]).toBe(describeFailure(textsOf('es'), { code: 'server-unreachable' }));
  expect(await list.start()).toBe(true);
  expect(items.material.map(({ name }) => name)).toEqual(['ash', 'oak', 'pine', 'elm']);
  const [oak, pine, elm, , oakAgain, pineAgain, elmAgain] = sent;
  expect(oakAgain?.key).toBe(oak?.key);
  expect(pineAgain?.key).toBe(pine?.key);
  expect(elmAgain?.key).not.toBe(elm?.key);
});

test('a picture whose answer was lost is sent under another key into another category, and to everybody', async () => {
  const { list, sent, answers } = setUp([picture('oak.png')]);
  const keys = () => sent.map(({ key }) => key);
  answers.push('lost', 'lost', 'lost');
  await list.start();
  list.setCategory(0, 1);
  list.setGlobal(false);
  await list.start();
  expect(new Set(keys()).size).toBe(1);
  list.setCategory(0, 2);
  await list.start();
  expect(new Set(keys()).size).toBe(2);
  list.setGlobal(true);
  await list.start();
  expect(new Set(keys()).size).toBe(3);
});

test('a removed picture is not sent, and a cancelled upload sends no more', async () => {
  const { list, sent, server } = setUp([picture('oak.png'), picture('pine.png'), picture('ash.png')]);
  list.remove(0);
  const { fetch } = server;
  server.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (init?.method === 'POST') list.cancel();
    return answer;
  };
  await list.start();
  expect(sent.map(({ form }) => form.get('name'))).toEqual(['pine']);
  expect(list.read()).toMatchObject({ startedAt: null });
  expect(list.read().rows.map(({ file }) => file.name)).toContain('ash.png');
});

test('each picture tells how far it is', async () => {
  const { list } = setUp([picture('oak.png')]);
  const seen = new Set<string>();
  list.subscribe(() => seen.add(`${list.read().rows[0]?.status} ${list.read().rows[0]?.fraction}`));
  const started = list.start();
  await until(() => seen.has('sending 0.5'));
  await started;
  expect([...seen]).toEqual([
    'waiting 0',
    'converting 0',
    'sending 0',
    'sending 0.5',
    'done 1',
    'undefined undefined',
  ]);
});

test('the folder of a file is the one it lies in, however deep', () => {
  const file = picture('a.png');
  const at = (path: string) => nameFolders([{ path, file }])[0]?.folder;
  expect([at('a.png'), at('Oak/a.png'), at('Shop/Wood/Oak/a.png')]).toEqual([null, 'Oak', 'Oak']);
});

test('a picture whose name the library or the list has already says so', () => {
  const known = [{ name: 'Alpha' } as LibraryItemBody];
  const { list } = setUp([picture('alpha.png'), picture('beta.png'), picture('beta.jpg')], null, known);
  expect(list.read().rows.map(({ isKnown }) => isKnown)).toEqual([true, false, true]);
});

test('the maps of a material are sent as one item, and what was left out of it is not', async () => {
  const names = ['oak_Color.png', 'oak_NormalDX.png', 'oak_Roughness.png', 'oak_Metalness.png', 'oak_AO.png'];
  const { list, sent, items, toasts } = setUp(names.map((name) => picture(name)));
  expect(list.read().rows).toMatchObject([{ name: 'oak', unused: [{ kind: 'occlusion' }] }]);
  list.takeOut(0, 'roughness');
  expect(await list.start()).toBe(true);
  const fields = [...(sent[0]?.form ?? [])].map(async ([field, value]) => [
    field,
    typeof value === 'string' ? value : await value.text(),
  ]);
  expect(await Promise.all(fields)).toEqual([
    ['name', 'oak'],
    ['category_id', '1'],
    ['is_global', 'false'],
    ['image', 'webp of oak_Color.png'],
    // The mean of #7a5c3e, which stands in for a map here.
    ['metalness', '0.36'],
    ['normal', 'greenFlipped webp of oak_NormalDX.png'],
  ]);
  expect(list.read().made).toEqual(items.material);
  expect(toasts()).toEqual(['Uploaded 1 file(s) successfully.']);
});

test('a normal map whose name does not say so is sent as the DirectX one that the person says it is', async () => {
  const { list, sent } = setUp([picture('oak_Color.png'), picture('oak_Normal.png')]);
  const { key } = list.read().rows[0] ?? {};
  list.setNormal(0, 'greenFlipped');
  expect(list.read().rows[0]?.key).not.toBe(key);
  expect(await list.start()).toBe(true);
  const normal = sent[0]?.form.get('normal') as File | undefined;
  expect(await normal?.text()).toBe('greenFlipped webp of oak_Normal.png');
});

test('a map that cannot be read keeps its material in the list and is named; separately the others go', async () => {
  const broken = picture('oak_Normal.png', 'broken');
  const { app, list, sent } = setUp([picture('oak_Color.png'), broken, picture('oak_Disp.png')]);
  expect(await list.start()).toBe(false);
  expect(list.read().rows[0]?.reason?.(app.texts())).toContain('oak_Normal.png');
  expect(sent).toEqual([]);
  list.separate(0);
  expect(list.read().rows.map(({ file, name }) => [file.name, name])).toEqual([
    ['oak_Color.png', null],
    ['oak_Normal.png', null],
    ['oak_Disp.png', null],
  ]);
  await list.start();
  expect(sent.map(({ form }) => form.get('name'))).toEqual(['oak_Color', 'oak_Normal', 'oak_Disp']);
});

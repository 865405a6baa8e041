import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashOf } from '../../../src/command/recipe/held-files.ts';
import { bringModel, type SentModel } from '../../../src/command/remote/bring-model.ts';
import { openRemote, type Remote } from '../../../src/command/remote/open-remote.ts';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { makeBoxes } from '../../support/box-model.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

let server: RenderServer;
let person: Person;
let remote: Remote;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
beforeEach(async () => {
  person = await server.signUp();
  const { password } = person;
  const wanted = { name: 'Command', scopes: ['read', 'write'], password, expires_in_days: null };
  const { key } = (await server.post(person, '/api/users/me/api-keys/', wanted)).body;
  const tell = { warn: () => {} } as never;
  remote = openRemote(
    { url: server.url, key },
    { tell, signal: new AbortController().signal, firstPauseMs: 1 },
  );
});
afterAll(() => server.stop());

/** A model of its own, in a file that is called as those of the others. */
function chair(width: number): SentModel {
  const box = { name: 'Box', size: [width, 1, 1], centre: [0, 0, 0], colour: [0.7, 0.1, 0.1, 1] } as const;
  const glb = new Uint8Array(makeBoxes([box]));
  return { glb, name: 'chair.glb', hash: hashOf(glb) };
}
const own = async () =>
  (await server.get<ProjectBody[]>(person, '/api/project/'))
    .filter(({ is_sample }) => !is_sample)
    .map(({ id, model_hash }) => ({ id, model_hash }))
    .sort((a, b) => a.id - b.id);

/** The same server, whose answer to a call is waited for: `reached` is when it is asked. */
function pausedAt(path: string, isFailing = false) {
  let reach = (): void => {};
  let go = (): void => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const going = new Promise<void>((resolve) => {
    go = resolve;
  });
  const paused: Remote = {
    ...remote,
    async call(asked, shape, call) {
      if (asked !== path) return remote.call(asked, shape, call);
      reach();
      await going;
      if (isFailing) throw new Error('broken');
      return remote.call(asked, shape, call);
    },
  };
  return { remote: paused, reached, go: () => go() };
}
const PARTS = '/api/chunked-upload/';
const END = '/api/chunked-upload/complete/';

test.each([PARTS, END])('two models in files of one name, at once, have a project each: %s', async (path) => {
  const [first, second] = [chair(1), chair(2)];
  const slow = pausedAt(path);
  const one = bringModel(slow.remote, first);
  await slow.reached;
  const other = await bringModel(remote, second);
  slow.go();
  const expected = [
    { id: await one, model_hash: first.hash },
    { id: other, model_hash: second.hash },
  ];
  expect(await own()).toEqual(expected.sort((a, b) => a.id - b.id));
});

test('one that fails takes nothing from another', async () => {
  const [first, second] = [chair(1), chair(2)];
  for (const path of [PARTS, END]) {
    const slow = pausedAt(path, true);
    const one = bringModel(slow.remote, first);
    await slow.reached;
    const other = await bringModel(remote, second);
    slow.go();
    await expect(one).rejects.toThrow('broken');
    expect(await own()).toContainEqual({ id: other, model_hash: second.hash });
  }
  // What the one that failed left is what the next one goes on with.
  const id = await bringModel(remote, first);
  expect(await own()).toHaveLength(2);
  expect(await own()).toContainEqual({ id, model_hash: first.hash });
});

test('two calls of one model at once have one project', async () => {
  const model = chair(1);
  const slow = pausedAt(PARTS);
  const one = bringModel(slow.remote, model);
  await slow.reached;
  const other = await bringModel(remote, model);
  slow.go();
  expect(await one).toBe(other);
  expect(await own()).toEqual([{ id: other, model_hash: model.hash }]);
});

test('a project that was deleted, or shows another model by now, is not taken again', async () => {
  const [model, otherModel] = [chair(1), chair(2)];
  const first = await bringModel(remote, model);
  const { headers } = person;
  await server.app.inject({ method: 'DELETE', url: `/api/project/${first}/`, headers });
  const second = await bringModel(remote, model);
  expect(second).not.toBe(first);
  await bringModel(remote, otherModel);
  const payload = { model_hash: otherModel.hash, model_name: 'other.glb' };
  await server.app.inject({ method: 'PATCH', url: `/api/project/${second}/`, headers, payload });
  const third = await bringModel(remote, model);
  expect([first, second]).not.toContain(third);
  expect(await own()).toContainEqual({ id: third, model_hash: model.hash });
});

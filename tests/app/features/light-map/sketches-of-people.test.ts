import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { toggleToolbar } from '../../../../src/app/core/toolbars.ts';
import { hasUnsentWork } from '../../../../src/app/features/account/has-unsent-work.ts';
import { signIn } from '../../../../src/app/features/account/sign-in.ts';
import { signOut } from '../../../../src/app/features/account/sign-out.ts';
import { addStep } from '../../../../src/app/features/light-map/add-step.ts';
import { newProject } from '../../../../src/app/features/projects/new-project.ts';
import { SKETCHES } from '../../../../src/contract/constants.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { type FakeOutside, until } from '../../../support/fake-outside.ts';
import { makeStroke } from '../../../support/light-map-app.ts';
import { openBrowser } from '../../../support/real-outside.ts';
import { HERO, openPage, type RealPage } from '../../../support/real-page.ts';
import { type Person, startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const CHAIR = new Uint8Array(makeBoxes([{ name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] }]));

/** A page of a person who has a model on the stage, with all of it on the server. */
async function open(person: Person): Promise<RealPage> {
  const page = await openPage(openBrowser(server.url, person));
  await page.drop('chair.glb', CHAIR);
  page.look(HERO);
  await page.save();
  return page;
}
async function enter(page: RealPage, { email, password, session }: Person): Promise<void> {
  await signIn(page.app, { kind: 'login', email, password });
  await until(() => page.app.state.account.userId === session.user.id);
  await page.settled();
}
/** Strokes that the server has of a person's project. */
async function sentStrokes({ headers }: Person): Promise<string[]> {
  const get = async <Body>(path: string) =>
    (await fetch(server.url + path, { headers })).json() as Promise<Body>;
  const { id } = await get<{ id: number }>('/api/project/active/');
  const heads = await get<{ id: string }[]>(`/api/project/${id}/sketches/`);
  const bodies = await Promise.all(
    heads.map((head) => get<{ steps: { id: string }[] }>(`/api/project/${id}/sketches/${head.id}/`)),
  );
  return bodies.flatMap(({ steps }) => steps.map((step) => step.id));
}
/** The next sketch that is sent waits; what has been sent, and by whom. */
function holdSketches(app: App) {
  const { outside } = app;
  const { fetch: pass } = outside;
  const tokens: (string | null)[] = [];
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hold: typeof pass = async (input, init) => {
    if (init?.method === 'POST' && String(input).endsWith('/sketches/')) {
      tokens.push(new Headers(init.headers).get('authorization'));
      await held;
      init.signal?.throwIfAborted();
    }
    return pass(input, init);
  };
  Object.assign(outside as FakeOutside, { fetch: hold });
  return { tokens, release: () => release() };
}
function makeLargeStroke(id: string) {
  const stroke = makeStroke(id);
  if (stroke.kind !== 'stroke') throw new Error('no stroke');
  const segments = Array.from({ length: SKETCHES.maxSegments + 1 }, () => stroke.segments[0]!);
  return { ...stroke, segments };
}

test('light of somebody who signs out while it is sent waits for them, and is neither seen nor sent by the next one on the page', async () => {
  const [ada, bob] = [await server.signUp('Ada'), await server.signUp('Bob')];
  const page = await open(ada);
  const { app } = page;
  const { tokens, release } = holdSketches(app);
  await addStep(app, makeStroke('ada'));
  await until(() => tokens.length === 1);
  const { waits, told } = await signOut(app);
  expect(waits).toBe(true);
  await told;
  expect(app.state.lightMap.current).toBeNull();

  await enter(page, bob);
  await page.drop('chair.glb', CHAIR);
  page.look(HERO);
  release();
  await page.save();
  expect([app.state.lightMap.current, app.state.lightMap.elsewhere]).toEqual([null, null]);
  await addStep(app, makeStroke('bob'));
  await until(async () => (await sentStrokes(bob)).length > 0);
  expect(await sentStrokes(bob)).toEqual(['bob']);

  await (await signOut(app)).told;
  await enter(page, ada);
  await page.save();
  await until(() => app.state.lightMap.current?.strokes === 1);
  // Her token of before the sign-out works no more: what the server has of her she sees on another page.
  const owner = `Bearer ${app.session.token()}`;
  expect(await sentStrokes({ ...ada, headers: { authorization: owner } })).toEqual(['ada']);
  expect(new Set(tokens).size).toBe(3);
  await page.close();
});

test('light that is too large to be sent stays on this device for its person, who is told at sign-out that something waits', async () => {
  const [ada, bob] = [await server.signUp('Ada'), await server.signUp('Bob')];
  const page = await open(ada);
  const { app } = page;
  const { tooLarge } = app.texts().t.lightMap;
  const isSaid = () => app.toasts.queue.visibleToasts.some(({ content }) => content.title === tooLarge);
  expect(await hasUnsentWork(app, ada.session.user.id)).toBe(false);
  await addStep(app, makeLargeStroke('large'));
  await until(isSaid);
  await page.save();
  const { waits, told } = await signOut(app);
  expect(waits).toBe(true);
  await told;
  await enter(page, bob);
  expect(isSaid()).toBe(false);
  await page.save();
  const out = await signOut(app);
  expect(out.waits).toBe(false);
  await out.told;
  await enter(page, ada);
  await until(() => app.state.lightMap.current?.strokes === 1);
  await page.close();
});

test('what is painted with the tool still open waits, too', async () => {
  const ada = await server.signUp('Ada');
  const page = await open(ada);
  const { app } = page;
  toggleToolbar(app, 'light-map');
  await until(() => app.state.lightMap.isKeeping);
  await addStep(app, makeStroke('open'));
  expect((await signOut(app)).waits).toBe(true);
  await page.close();
});

test('another project that is opened with the tool in hand has no step of what was painted in the last one', async () => {
  const page = await open(await server.signUp());
  const { app } = page;
  await addStep(app, makeStroke('painted'));
  await until(() => app.state.lightMap.current?.strokes === 1);
  toggleToolbar(app, 'light-map');
  await until(() => app.state.lightMap.isKeeping);
  await addStep(app, { id: 'empty', kind: 'clear' });
  const left = app.state.project.key!;
  await newProject(app, 'Another');
  await until(async () => (await app.db.sketches.where('projectKey').equals(left).count()) === 0);
  await app.workingCopy.current?.flush();
  expect(app.commands.steps().done).toEqual([]);
  const steps = await app.db.steps.where('projectKey').equals(left).toArray();
  expect(steps.map(({ step }) => step.command.label)).toContain(app.texts().t.lightMap.edit);
  await page.close();
});

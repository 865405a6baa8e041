import { expect, test } from 'vitest';
import { keepTool } from '../../../../src/app/features/stage/keep-tool.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, type FakeOutside, until } from '../../../support/fake-outside.ts';

const kept = async (app: ReturnType<typeof createTestApp>) =>
  ((await app.db.kv.get('tool'))?.value as { toolbar: unknown } | undefined)?.toolbar;

/** A page of the device whose project is open and drawn. Resolves once it follows what is open. */
async function openPage(outside: FakeOutside, project = 'chair') {
  const app = createTestApp(outside);
  const { state } = app;
  // A page writes once it has read.
  const before = await app.db.kv.get('tool');
  keepTool(app);
  Object.assign(state.project, { status: 'ready', key: project });
  Object.assign(state.stage, { graphics: 'ready' });
  outside.advance(1);
  await until(async () => JSON.stringify(await app.db.kv.get('tool')) !== JSON.stringify(before));
  const open = async (toolbar: typeof state.stage.toolbar): Promise<void> => {
    state.stage.toolbar = toolbar;
    await until(async () => (await kept(app)) === toolbar);
  };
  return { app, stage: state.stage, open };
}

test('the tool that was open is open again after the system ended the page, for an hour, in its project', async () => {
  const outside = createFakeOutside(createFakeServer());
  const first = await openPage(outside);
  expect(first.stage.toolbar).toBeNull();
  await first.open('camera');
  outside.advance(600_000);
  const again = await openPage(outside);
  expect(again.stage.toolbar).toBe('camera');
  await again.open('light-map');
  outside.advance(3_600_000);
  expect((await openPage(outside)).stage.toolbar).toBeNull();
});

test('a tool that was closed stays closed, one of another project too, and what is no tool opens nothing', async () => {
  const outside = createFakeOutside(createFakeServer());
  const page = await openPage(outside);
  await page.open('views');
  await page.open(null);
  expect((await openPage(outside)).stage.toolbar).toBeNull();
  await page.open('camera');
  expect((await openPage(outside, 'table')).stage.toolbar).toBeNull();
  for (const value of [null, 'camera', { project: 'chair', toolbar: 'hammer', at: outside.now() }]) {
    await page.app.db.kv.put({ key: 'tool', value });
    expect((await openPage(outside)).stage.toolbar).toBeNull();
  }
});

test('who leaves the page or loads it anew begins without a tool', async () => {
  const outside = createFakeOutside(createFakeServer());
  let leave = (): void => {};
  const page = {
    ...outside.page,
    onLeave(listener: () => void) {
      leave = listener;
      return () => {};
    },
  };
  const first = await openPage({ ...outside, page });
  await first.open('transform');
  leave();
  const second = await openPage(outside);
  expect(second.stage.toolbar).toBeNull();
  await second.open('camera');
  expect((await openPage(outside)).stage.toolbar).toBe('camera');
});

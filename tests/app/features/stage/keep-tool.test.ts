import { expect, test } from 'vitest';
import { keepTool } from '../../../../src/app/features/stage/keep-tool.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, type FakeOutside } from '../../../support/fake-outside.ts';

/** A page of the device whose project is open and drawn. */
async function openPage(outside: FakeOutside, project = 'chair') {
  const { state } = createTestApp(outside);
  const stop = keepTool({ state, outside });
  Object.assign(state.project, { status: 'ready', key: project });
  Object.assign(state.stage, { graphics: 'ready' });
  await Promise.resolve();
  return { stage: state.stage, stop };
}

test('the tool that was open is open again after the system ended the page, for an hour, in its project', async () => {
  const outside = createFakeOutside(createFakeServer());
  const first = await openPage(outside);
  expect(first.stage.toolbar).toBeNull();
  first.stage.toolbar = 'camera';
  await Promise.resolve();
  outside.advance(600_000);
  expect((await openPage(outside)).stage.toolbar).toBe('camera');
  expect((await openPage(outside, 'table')).stage.toolbar).toBeNull();

  const other = await openPage(outside);
  other.stage.toolbar = 'light-map';
  await Promise.resolve();
  outside.advance(3_600_000);
  expect((await openPage(outside)).stage.toolbar).toBeNull();
});

test('a tool that was closed stays closed, and what is no tool opens nothing', async () => {
  const outside = createFakeOutside(createFakeServer());
  const page = await openPage(outside);
  page.stage.toolbar = 'views';
  await Promise.resolve();
  page.stage.toolbar = null;
  await Promise.resolve();
  expect((await openPage(outside)).stage.toolbar).toBeNull();
  for (const text of ['{', '{"project":"chair","toolbar":"hammer","at":1}', 'null']) {
    outside.localStorage.setItem('vitrine_tool', text);
    expect((await openPage(outside)).stage.toolbar).toBeNull();
  }
});

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../../../src/app/core/app.ts';
import { assignSettings } from '../../../src/app/core/edit-settings.ts';
import { planUpload } from '../../../src/app/features/libraries/plan-upload.ts';
import { createUploadList } from '../../../src/app/features/libraries/upload-list.ts';
import { addStep } from '../../../src/app/features/light-map/add-step.ts';
import { holdPageWhilePainting } from '../../../src/app/features/light-map/hold-page-while-painting.ts';
import { keepWorkingCopy } from '../../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../../src/app/features/projects/load-active-project.ts';
import { followUpdates } from '../../../src/app/shell/register-offline.ts';
import { AppError } from '../../../src/contract/failure.ts';
import type { ContentHash } from '../../../src/contract/ids.ts';
import type { CameraPose } from '../../../src/contract/render-spec.ts';
import type { ViewerClient } from '../../../src/workers/open-viewer.ts';
import { createFakeServer, type FakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp, until } from '../../support/fake-outside.ts';

let server: FakeServer;
let events: string[];
let name: string;
let ends: (() => void)[];

beforeEach(() => {
  server = createFakeServer();
  events = [];
  // A name of its own, so that two test files at once are not tabs of each other.
  name = randomUUID();
  ends = [];
});
afterEach(() => {
  for (const end of ends) end();
});

interface Tab {
  readonly app: App;
  readonly updates: ReturnType<typeof followUpdates>;
  close(): void;
}

/** A tab of one device with its project open. The versions change as in a browser: everywhere at once. */
async function openTab(title: string, others: readonly Tab[] = []): Promise<Tab> {
  const app = createTestApp(createFakeOutside(server, name));
  await loadActiveProject(app, 7, 'New');
  const copy = keepWorkingCopy(app, () => undefined);
  app.workingCopy.current = copy;
  const line = new BroadcastChannel(name);
  const updates: Tab['updates'] = followUpdates(app, line, {
    activate: () => {
      events.push(`${title} lets in`);
      for (const { updates: of } of [...others, { updates }]) void of.changed();
    },
    reload: () => events.push(`${title} reloads`),
  });
  const close = (): void => {
    copy.stop();
    line.close();
  };
  ends.push(close);
  return { app, updates, close };
}

const edit = ({ app }: Tab, text: string): void => assignSettings(app, { positive_prompt: text });
const stored = async ({ app }: Tab): Promise<string | undefined> =>
  (await app.db.projects.get(app.state.project.key!))?.settings.positive_prompt;
const saysBusy = ({ app }: Tab): boolean =>
  app.toasts.queue.visibleToasts.some(({ content }) => content.title === app.texts().t.shell.updateBusy);

test('every tab writes its edits before the new version is let in, and reloads itself', async () => {
  const second = await openTab('second');
  const first = await openTab('first', [second]);
  edit(second, 'typed a moment ago');
  await first.updates.accept();
  expect(await stored(second)).toBe('typed a moment ago');
  await until(() => events.length === 3);
  expect(events[0]).toBe('first lets in');
  expect(events.slice(1).sort()).toEqual(['first reloads', 'second reloads']);
});

test('a tab that is sending a model says so, and the update waits for it', async () => {
  const second = await openTab('second');
  const first = await openTab('first', [second]);
  second.app.state.shell.uploadFraction = 0.4;
  const accepted = first.updates.accept();
  await until(() => saysBusy(first) && saysBusy(second));
  expect(events).toEqual([]);
  second.app.state.shell.uploadFraction = null;
  await accepted;
  await until(() => events.length === 3);
});

test('a tab that takes in a model, or puts an order together, is waited for', async () => {
  const second = await openTab('second');
  const first = await openTab('first', [second]);
  const { stage, order } = second.app.state;
  stage.load = { name: 'Oak', hash: null, isImport: true, phase: 'checking', progress: 5, sizeBytes: 1 };
  const accepted = first.updates.accept();
  await until(() => saysBusy(first) && saysBusy(second));
  order.button = 'preparing';
  stage.load = null;
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toEqual([]);
  order.button = 'ready';
  await accepted;
  await until(() => events.length === 3);
});

test('a tab that sends pictures to a library is waited for', async () => {
  const second = await openTab('second');
  const first = await openTab('first', [second]);
  const plan = planUpload([{ file: new File(['x'], 'oak.png'), folder: null }], [], 'material');
  let send = (): void => {};
  const call = vi
    .spyOn(second.app.server, 'call')
    .mockImplementation(
      () => new Promise((_resolve, reject) => (send = () => reject(new AppError({ code: 'storage-full' })))),
    );
  const sending = createUploadList(second.app, 'material', plan, []).start();
  await until(() => call.mock.calls.length > 0);
  const accepted = first.updates.accept();
  await until(() => saysBusy(first) && saysBusy(second));
  expect(events).toEqual([]);
  send();
  expect(await sending).toBe(false);
  await accepted;
  await until(() => events.length === 3);
});

test('a tab in which a stroke is drawn is waited for until it is kept', async () => {
  const second = await openTab('second');
  const first = await openTab('first', [second]);
  const { app } = second;
  const hash = 'a'.repeat(64) as ContentHash;
  assignSettings(app, { model_hash: hash });
  app.state.stage.modelHash = hash;
  let answer = (_pose: CameraPose): void => {};
  const camera = () => new Promise<CameraPose>((resolve) => (answer = resolve));
  app.viewer.current = { api: { camera } } as unknown as ViewerClient;
  let kept: Promise<boolean> | null = null;
  const brush = holdPageWhilePainting(app, {
    brush: () => ({ size: 10, opacity: 1, colour: '#ffffff', isEraser: false }) as never,
    begin: () => {},
    extend: () => {},
    end(segments, isEraser) {
      kept = addStep(app, { id: 'stroke', kind: 'stroke', isEraser, segments });
    },
    cancel: () => {},
    moveCamera: () => {},
  });
  brush.begin();
  const accepted = first.updates.accept();
  await until(() => saysBusy(first) && saysBusy(second));
  brush.end([], false);
  await new Promise((resolve) => setImmediate(resolve));
  expect([events, app.state.shell.unfinished]).toEqual([[], 1]);
  const view = { position: [1, 2, 3], target: [0, 0, 0], up: [0, 1, 0], quaternion: [0, 0, 0, 1] } as const;
  answer({ ...view, fovDegrees: 45 } as unknown as CameraPose);
  await accepted;
  expect(await kept).toBe(true);
  await until(() => events.length === 3);
  // One that is taken back by a second finger holds up nothing.
  brush.begin();
  brush.cancel();
  await until(() => app.state.shell.unfinished === 0);
});

test('a tab that cannot write its edits holds the update up', async () => {
  const second = await openTab('second');
  const first = await openTab('first', [second]);
  const { current } = second.app.workingCopy;
  second.app.workingCopy.current = { ...current!, flush: () => Promise.reject(new Error('full')) };
  const accepted = first.updates.accept();
  await until(() => saysBusy(first));
  expect(events).toEqual([]);
  second.app.workingCopy.current = current;
  edit(second, 'room again');
  await accepted;
  expect(await stored(second)).toBe('room again');
});

test('a busy tab that is closed is not waited for', async () => {
  const second = await openTab('second');
  const first = await openTab('first');
  second.app.state.shell.uploadFraction = 0.4;
  const accepted = first.updates.accept();
  await until(() => saysBusy(first));
  second.updates.leave();
  second.close();
  await accepted;
  await until(() => events.includes('first reloads'));
});

test('edits made after a tab was ready are written before it reloads', async () => {
  const only = await openTab('only');
  edit(only, 'one more word');
  await only.updates.changed();
  expect(events).toEqual(['only reloads']);
  expect(await stored(only)).toBe('one more word');
  await only.updates.changed();
  expect(events).toEqual(['only reloads']);
});

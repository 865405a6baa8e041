import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { assignSettings } from '../../../../src/app/core/edit-settings.ts';
import { followSaves } from '../../../../src/app/features/projects/follow-saves.ts';
import { keepWorkingCopy } from '../../../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { saveProject } from '../../../../src/app/features/projects/save-project.ts';
import { loadTexts } from '../../../../src/app/texts/load-texts.ts';
import { createFakeServer, type FakeServer, type Fault } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf, until } from '../../../support/fake-outside.ts';

let server: FakeServer;
const stops: (() => void)[] = [];
const raise = (error: unknown): never => {
  throw error;
};

beforeEach(() => {
  server = createFakeServer();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** @param sends False for a tab whose rows another one sends. */
async function open(device?: string, sends = true): Promise<App> {
  const app = createTestApp(createFakeOutside(server, device));
  await loadActiveProject(app, 7, 'New');
  const copy = keepWorkingCopy(app, raise);
  app.workingCopy.current = copy;
  stops.push(copy.stop, followSaves(app, raise));
  if (sends) stops.push(app.outbox.start(7));
  return app;
}
const said = (app: App) => app.toasts.queue.visibleToasts.map(({ content }) => content.title).reverse();
async function save(app: App): Promise<void> {
  await saveProject(app);
  await until(() => app.state.project.saving === null);
}
/** Gives the project a model and a name that the server has not. */
async function dropModel(app: App): Promise<void> {
  const bytes = new Uint8Array([1, 2, 3]);
  await app.storage.put(hashOf(bytes), new Blob([bytes]));
  assignSettings(app, { model_hash: hashOf(bytes), model_name: 'chair.glb', positive_prompt: 'oak' });
}
const refused: Fault = { status: 403, code: 'forbidden' };

test('a save says that it is done, the model apart, and leaves nothing to save', async () => {
  const app = await open();
  await dropModel(app);
  await save(app);
  expect(said(app)).toEqual(['Project model saved successfully!', 'Project saved successfully!']);
  await until(() => app.state.project.dirtyFields.length === 0);
});

test('it tells how far it is, and takes no second press meanwhile', async () => {
  const app = await open();
  await dropModel(app);
  // Half of the model's bytes, then the model: one of two rows.
  const wanted = [0.25, 0.5];
  const { fetch } = server;
  server.fetch = async (input, init) => {
    if (init?.method === 'PATCH') {
      const next = wanted.shift();
      await until(() => app.state.project.saving?.fraction === next);
      expect(await saveProject(app)).toBe('busy');
    }
    return fetch(input, init);
  };
  await save(app);
  expect(wanted).toEqual([]);
});

test.each([
  [
    'the model',
    [['/api/project/31/', refused]],
    'Failed to save project model: Your account may not do this.',
  ],
  ['what follows the model', [], 'Failed to save all project data. Please try again.'],
] as const)('a refusal of %s is told as what it is', async (_what, faults, title) => {
  const app = await open();
  await dropModel(app);
  const { fetch } = server;
  if (faults.length === 0) {
    server.fetch = async (input, init) => {
      if (init?.method === 'PATCH' && typeof init.body === 'string') server.fail('/api/project/31/', refused);
      return fetch(input, init);
    };
  } else {
    server.fetch = async (input, init) => {
      if (init?.method === 'PATCH') for (const [path, fault] of faults) server.fail(path, fault);
      return fetch(input, init);
    };
  }
  await save(app);
  expect(said(app).at(-1)).toBe(title);
  expect(app.state.project.dirtyFields).toContain('positive_prompt');
});

test.each([
  [
    'en',
    'Error saving project: Your account may not do this.',
    'Error saving project: Error 418 while updating the project',
  ],
  [
    'es',
    'Error al guardar el proyecto: Tu cuenta no puede hacer esto.',
    'Error al guardar el proyecto: Error 418 al actualizar el proyecto',
  ],
] as const)('the server’s reason, else its status (%s)', async (language, reason, status) => {
  await loadTexts(language);
  const app = await open();
  app.state.shell.language = language;
  assignSettings(app, { name: 'Lamp' });
  server.fail('/api/project/31/', refused);
  await save(app);
  expect(said(app)).toEqual([reason]);
  const { fetch } = server;
  server.fetch = async (input, init) =>
    init?.method === 'PATCH' ? new Response('<h1>No</h1>', { status: 418 }) : fetch(input, init);
  await save(app);
  expect(said(app).at(-1)).toBe(status);
});

test('a save that another tab sends ends here too', async () => {
  const device = crypto.randomUUID();
  const [here, there] = [await open(device, false), await open(device)];
  assignSettings(here, { name: 'Lamp' });
  const waiting = saveProject(here);
  expect(await waiting).toBe('sending');
  await until(async () => {
    await there.outbox.drain();
    return here.state.project.saving === null;
  });
  expect(server.project?.name).toBe('Lamp');
  expect(said(here)).toEqual(['Project saved successfully!']);
  expect(said(there)).toEqual([]);
});

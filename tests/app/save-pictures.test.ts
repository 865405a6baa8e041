import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app/core/app.ts';
import { assignSettings } from '../../src/app/core/edit-settings.ts';
import { keepWorkingCopy } from '../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../src/app/features/projects/load-active-project.ts';
import { queueCreation } from '../../src/app/features/projects/local-project.ts';
import { saveProject } from '../../src/app/features/projects/save-project.ts';
import type { ContentHash } from '../../src/contract/ids.ts';
import { createTestApp, hashOf, until } from '../support/fake-outside.ts';
import { FLAT_LABEL } from '../support/flat-label.ts';
import { makeModelMaterial } from '../support/library-items.ts';
import { openBrowser, type RealBrowser } from '../support/real-outside.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { flatWebp } from '../support/tiny-content.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

interface Device extends RealBrowser {
  readonly app: App;
  readonly person: Person;
  /** The next answer to a call like this never comes. */
  loseAnswer(asked: string): void;
  /** The network is there, and all that waited has been sent or refused. */
  goOnline(): Promise<void>;
}

/** A device of somebody new, with the project open that it has without a network. */
async function openOffline(): Promise<Device> {
  const person = await server.signUp();
  const browser = openBrowser(server.url, person);
  const lost: string[] = [];
  const { fetch } = browser.outside;
  Object.assign(browser.outside, {
    fetch: async (input: string, init?: RequestInit) => {
      const answer = await fetch(input, init);
      const index = lost.indexOf(`${init?.method ?? 'GET'} ${input}`);
      if (index < 0) return answer;
      lost.splice(index, 1);
      throw new TypeError('Failed to fetch');
    },
  });
  browser.setNetwork(false);
  const app = createTestApp(browser.outside);
  const { id } = person.session.user;
  app.state.account.userId = id;
  await loadActiveProject(app, id, 'Begun offline');
  const copy = keepWorkingCopy(app, (error) => {
    throw error;
  });
  app.workingCopy.current = copy;
  stops.push(app.outbox.start(id), copy.stop);
  return {
    ...browser,
    app,
    person,
    loseAnswer: (asked) => void lost.push(asked),
    async goOnline() {
      browser.setNetwork(true);
      await app.reachability.probe();
      await until(async () => {
        const rows = await app.db.run(() => app.db.outbox.toArray());
        return rows.every(({ state }) => state === 'dead' || state === 'parked');
      });
    },
  };
}

/** The server keeps a WebP as it is. */
async function keepPicture({ app }: Device, colour: string): Promise<ContentHash> {
  const bytes = new Uint8Array(await flatWebp(colour));
  const hash = hashOf(bytes);
  await app.storage.put(hash, new Blob([bytes], { type: 'image/webp' }));
  return hash;
}

async function layLabel(device: Device): Promise<ContentHash> {
  const imageHash = await keepPicture(device, '#d02020');
  const { render_settings: look } = device.app.state.project.settings;
  assignSettings(device.app, { render_settings: { ...look, labels: [{ ...FLAT_LABEL, imageHash }] } });
  await device.app.workingCopy.current?.flush();
  return imageHash;
}

async function layTexture(device: Device): Promise<ContentHash> {
  const textureHash = await keepPicture(device, '#20d020');
  assignSettings(device.app, { model_materials: [makeModelMaterial(0, { textureHash })] });
  await device.app.workingCopy.current?.flush();
  return textureHash;
}

async function countOf({ app, person }: Device, name: string): Promise<number> {
  await app.workingCopy.current?.flush();
  const answer = await fetch(`${server.url}/api/project/summaries/`, { headers: person.headers });
  const summaries = (await answer.json()) as { name: string }[];
  return summaries.filter((summary) => summary.name === name).length;
}

async function served(device: Device) {
  const { serverId } = device.app.state.project;
  const answer = await fetch(`${server.url}/api/project/${serverId}/`, { headers: device.person.headers });
  const body = (await answer.json()) as {
    model_materials: { textureHash: string | null }[];
    render_settings: { labels: { imageHash: string }[]; environment: { imageHash?: string } | null };
  };
  return {
    textures: body.model_materials.map(({ textureHash }) => textureHash),
    labels: body.render_settings.labels.map(({ imageHash }) => imageHash),
    environment: body.render_settings.environment?.imageHash ?? null,
  };
}

const stopped = async ({ app }: Device) =>
  (await app.db.run(() => app.db.outbox.toArray())).map(({ failure }) => failure);

test('a project begun offline with a label, a panorama and a texture of one’s own comes to the server with them', async () => {
  const device = await openOffline();
  const { app } = device;
  const label = await layLabel(device);
  const texture = await layTexture(device);
  const imageHash = await keepPicture(device, '#2020d0');
  const { render_settings: look } = app.state.project.settings;
  const environment = {
    kind: 'picture',
    imageHash,
    name: 'Hall',
    rotationDegrees: 0,
    stops: 0,
    isSeen: false,
    blur: 0,
  } as const;
  assignSettings(app, { render_settings: { ...look, environment } });
  await saveProject(app);
  await device.goOnline();
  expect(await stopped(device)).toEqual([]);
  expect(await served(device)).toEqual({ textures: [texture], labels: [label], environment: imageHash });
  await until(() => app.state.project.dirtyFields.length === 0);
});

test('a save that waits takes along what was laid on since it was asked for', async () => {
  const device = await openOffline();
  const { app } = device;
  assignSettings(app, { positive_prompt: 'oak' });
  await saveProject(app);
  const label = await layLabel(device);
  const texture = await layTexture(device);
  await device.goOnline();
  expect(await stopped(device)).toEqual([]);
  expect(await served(device)).toMatchObject({ textures: [texture], labels: [label] });
});

test('asked for once more with a texture of one’s own, it is a save all the same', async () => {
  const device = await openOffline();
  const { app } = device;
  assignSettings(app, { positive_prompt: 'oak' });
  await saveProject(app);
  const texture = await layTexture(device);
  await saveProject(app);
  await device.goOnline();
  expect(await stopped(device)).toEqual([]);
  expect(await served(device)).toMatchObject({ textures: [texture] });
  await until(() => app.state.project.dirtyFields.length === 0);
});

test('a creation whose answer was lost makes one project, whatever is edited before it is sent again', async () => {
  const device = await openOffline();
  const { app } = device;
  assignSettings(app, { name: 'Only once' });
  await app.workingCopy.current?.flush();
  await queueCreation(app, app.state.project.key!);
  const told = new Promise<void>((resolve) => {
    app.outbox.onEvent(({ kind }) => kind === 'delayed' && resolve());
  });
  device.loseAnswer('POST /api/project/');
  device.setNetwork(true);
  await app.reachability.probe();
  await told;
  device.setNetwork(false);
  assignSettings(app, { positive_prompt: 'oak' });
  await app.workingCopy.current?.flush();
  await device.goOnline();
  expect(await stopped(device)).toEqual([]);
  expect(await countOf(device, 'Only once')).toBe(1);
  expect(app.state.project.dirtyFields).toEqual(['positive_prompt']);
});

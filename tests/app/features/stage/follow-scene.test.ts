import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { assignSettings } from '../../../../src/app/core/edit-settings.ts';
import { copyProject } from '../../../../src/app/features/projects/copy-project.ts';
import { keepWorkingCopy } from '../../../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { openProject } from '../../../../src/app/features/projects/open-project.ts';
import { followCamera } from '../../../../src/app/features/stage/follow-camera.ts';
import { followScene, type SceneFollower } from '../../../../src/app/features/stage/follow-scene.ts';
import { holdReads } from '../../../../src/app/features/stage/hold-reads.ts';
import { importModel } from '../../../../src/app/features/stage/import-model.ts';
import { goToView } from '../../../../src/app/features/views/go-to-view.ts';
import { saveView } from '../../../../src/app/features/views/save-view.ts';
import { libraryQuery } from '../../../../src/app/scene/library.ts';
import { resetState } from '../../../../src/app/state/state.ts';
import { AppError } from '../../../../src/contract/failure.ts';
import { type ContentHash, LibraryItemId, ProjectId } from '../../../../src/contract/ids.ts';
import type { CameraPose } from '../../../../src/contract/render-spec.ts';
import { ENVIRONMENT_PLACING } from '../../../../src/contract/scene/environment.ts';
import type { ViewerApi } from '../../../../src/contract/viewer-api.ts';
import type { ViewerEvent } from '../../../../src/contract/viewer-events.ts';
import type { ViewerClient } from '../../../../src/workers/open-viewer.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import {
  createFakeOutside,
  createTestApp,
  type FakeOutside,
  hashOf,
  until,
} from '../../../support/fake-outside.ts';
import { makeLibraryItem, makeModelMaterial } from '../../../support/library-items.ts';
import { makeView } from '../../../support/saved-view.ts';

const CRASH = new AppError({ code: 'worker-crashed', worker: 'viewer' });
const BROKEN = new AppError({ code: 'model-unreadable', reason: 'geometry-damaged', details: 'mesh 0' });
const at = (x: number): CameraPose => ({
  position: [x, 0, 10],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
});
/** Where the camera of a viewer stands that nobody has told anything. */
const ASTRAY = at(99);

/** A viewer whose scene can be lost: what stands on it now, and which calls are held back by the test. */
class MortalViewer {
  readonly listeners = new Set<(event: ViewerEvent) => void>();
  calls: (readonly [method: string, ...args: unknown[]])[] = [];
  camera = ASTRAY;
  model: string | null = null;
  /** Methods that are not answered. */
  held = new Set<string>();
  /** Models that it cannot show, by hash. */
  refuses = new Set<string>();
  #waiting: ((reason: Error) => void)[] = [];

  readonly client: ViewerClient = {
    api: new Proxy({} as ViewerApi, {
      get: (_target, method) =>
        method === 'then' ? undefined : (...args: unknown[]) => this.#call(String(method), args),
    }),
    graphics: async () => ({ mode: 'worker', renderer: 'none', maxTexturePx: 4_096 }),
    onEvent: (listener) => {
      this.listeners.add(listener);
      return () => this.listeners.delete(listener);
    },
    sendGesture: () => undefined,
    placeOf: () => null,
    restart: () => undefined,
    dispose: () => undefined,
  };

  emit(event: ViewerEvent): void {
    for (const listener of [...this.listeners]) listener(event);
  }

  /** As a crash does it: what is under way is refused, and the next viewer stands empty. */
  lose(): void {
    for (const refuse of this.#waiting.splice(0)) refuse(CRASH);
    this.held.clear();
    this.calls = [];
    this.camera = ASTRAY;
    this.model = null;
    this.emit({ kind: 'sceneLost' });
  }

  #call(method: string, args: unknown[]): Promise<unknown> {
    this.calls.push([method, ...args]);
    if (this.held.has(method)) return new Promise((_resolve, reject) => this.#waiting.push(reject));
    if (method === 'show' && this.refuses.has((args[0] as { hash?: string } | null)?.hash ?? '')) {
      return Promise.reject(BROKEN);
    }
    if (method === 'show') this.model = (args[0] as { id: string } | null)?.id ?? null;
    if (method === 'setCamera') this.camera = args[0] as CameraPose;
    if (method === 'fitCamera') this.camera = at(1);
    const answers: Record<string, unknown> = {
      camera: this.camera,
      fitCamera: this.camera,
      capturePasses: { snapshot: this.model === null ? null : new ArrayBuffer(16) },
    };
    return Promise.resolve(answers[method]);
  }

  told(method: string): unknown[] {
    return this.calls.filter(([name]) => name === method).map(([, first]) => first);
  }
}

let app: App;
let outside: FakeOutside;
let viewer: MortalViewer;
let follower: SceneFollower;
let stops: (() => void)[];

const importBox = async (name: string, side: number): Promise<ContentHash> => {
  const glb = new Uint8Array(makeBoxes([{ name, size: [side, 1, 1], centre: [0, 0, 0] }]));
  await importModel(app, [{ path: `${name}.glb`, file: new Blob([glb]) }], new AbortController().signal);
  const hash = app.state.project.settings.model_hash;
  if (hash === null) throw new Error('nothing was imported');
  return hash;
};
const isStanding = (hash: ContentHash) => () =>
  app.state.stage.modelHash === hash && app.state.stage.load === null;
const toasts = () => app.toasts.queue.visibleToasts.map(({ content }) => content.title);

beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('addEventListener', () => undefined);
  outside = createFakeOutside(createFakeServer());
  app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  viewer = new MortalViewer();
  app.viewer.current = holdReads(app, viewer.client);
  follower = followScene(app, viewer.client, (error) => {
    throw error;
  });
  stops = [() => follower.stop(), followCamera(app, viewer.client)];
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.unstubAllGlobals();
});

test('a model comes to the stage with the camera it is seen from, never from where the one before it was', async () => {
  await until(isStanding(await importBox('chair', 1)));
  viewer.emit({ kind: 'cameraSettled', pose: at(5) });
  await until(isStanding(await importBox('table', 2)));
  app.commands.undo();
  await until(() => viewer.told('show').length === 4 && app.state.stage.load === null);
  expect(viewer.told('show').slice(1)).toMatchObject([
    { camera: 'hero' },
    { camera: 'hero' },
    { camera: at(5) },
  ]);
});

test('a scene that was lost is told whole and in order, and the camera comes after the model', async () => {
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  viewer.emit({ kind: 'cameraSettled', pose: at(5) });
  app.state.stage.hovered = { nodeIndex: 0, materialIndex: 0 };
  viewer.lose();
  expect(app.state.stage).toMatchObject({ graphics: 'lost', hovered: null, modelHash: chair });
  viewer.emit({ kind: 'needsScene' });
  await until(() => app.state.stage.graphics === 'ready' && app.state.stage.pending === 0);
  const methods = viewer.calls.map(([method]) => method);
  for (const method of [
    'setBackground',
    'setPictureSize',
    'setLighting',
    'setShadow',
    'setFloor',
    'setToneMapping',
  ])
    expect(methods).toContain(method);
  const after = ['show', 'setCamera', 'setDressings'];
  expect(methods.filter((method) => after.includes(method))).toEqual(after);
  expect(viewer.camera).toEqual(at(5));
});

test('a model that could not be fetched comes by itself once the server is reached, and is asked for once', async () => {
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  const glb = await app.storage.get(chair);
  if (glb === null) throw new Error('nothing was kept');
  // A browser that made room: its bytes are with the server alone.
  await app.storage.delete(chair);
  app.state.project.serverId = ProjectId.parse(5);
  const call = vi.spyOn(app.server, 'call').mockRejectedValue(new AppError({ code: 'server-unreachable' }));
  vi.spyOn(app.outside, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  app.reachability.noteFailure();
  app.reachability.noteFailure();
  viewer.lose();
  viewer.emit({ kind: 'needsScene' });
  await until(() => app.state.stage.failed !== null && app.state.stage.pending === 0);
  expect(app.state.stage.failed).toMatchObject({ isUnfetched: true });

  call.mockResolvedValue({ model_glb_url: '/chair.glb' });
  const file = vi.spyOn(app.server, 'file').mockResolvedValue(glb);
  app.reachability.noteAnswer();
  await until(isStanding(chair));
  expect(app.state.stage.failed).toBeNull();
  expect(file).toHaveBeenCalledTimes(1);
});

test('a model that the server does not have is not asked for again with every change of the connection', async () => {
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  await app.storage.delete(chair);
  app.state.project.serverId = ProjectId.parse(5);
  const call = vi.spyOn(app.server, 'call').mockResolvedValue({ model_glb_url: null });
  viewer.lose();
  viewer.emit({ kind: 'needsScene' });
  await until(() => app.state.stage.failed !== null && app.state.stage.pending === 0);
  const asked = call.mock.calls.length;
  app.reachability.noteFailure();
  app.reachability.noteFailure();
  app.reachability.noteAnswer();
  await until(() => app.reachability.connection() === 'online');
  expect(app.state.stage.failed).not.toBeNull();
  expect(call).toHaveBeenCalledTimes(asked);
});

test('what a model wears and could not be fetched comes by itself once the server is reached', async () => {
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  await until(() => app.state.stage.pending === 0);
  const oak = new TextEncoder().encode('oak');
  const file = vi.spyOn(app.server, 'file').mockRejectedValue(new AppError({ code: 'server-unreachable' }));
  const worn = makeLibraryItem(3, { image_hash: hashOf(oak) });
  app.queries.setQueryData(libraryQuery(app, 'material').queryKey, [worn]);
  assignSettings(app, { model_materials: [makeModelMaterial(0, { textureHash: hashOf(oak) })] });
  await until(() => toasts().length > 0 && app.state.stage.pending === 0);
  expect(viewer.told('setDressings').at(-1)).toEqual([]);
  file.mockResolvedValue(new Blob([oak]));
  const told = viewer.told('setDressings').length;
  app.reachability.noteFailure();
  app.reachability.noteFailure();
  app.reachability.noteAnswer();
  await until(() => viewer.told('setDressings').length > told);
  expect(viewer.told('setDressings').at(-1)).toMatchObject([{ texture: expect.any(Blob) }]);
  // All of it is there now: the next time the stage is left alone.
  const whole = viewer.told('setDressings').length;
  outside.advance(300_000);
  app.reachability.noteFailure();
  app.reachability.noteFailure();
  app.reachability.noteAnswer();
  await until(() => app.state.stage.pending === 0);
  expect(viewer.told('setDressings')).toHaveLength(whole);
});

test('so do background, style and surroundings, and what was said of them is not said again', async () => {
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  await until(() => app.state.stage.pending === 0);
  const file = vi.spyOn(app.server, 'file').mockRejectedValue(new AppError({ code: 'server-unreachable' }));
  const picture = new TextEncoder().encode('picture');
  const hash = hashOf(picture);
  for (const type of ['background', 'style'] as const)
    app.queries.setQueryData(libraryQuery(app, type).queryKey, [makeLibraryItem(3, { image_hash: hash })]);
  assignSettings(app, {
    background_id: LibraryItemId.parse(3),
    style_id: LibraryItemId.parse(3),
    style_strength: 0.5,
    render_settings: {
      ...app.state.project.settings.render_settings,
      environment: { kind: 'picture', imageHash: hash, name: 'hall.hdr', ...ENVIRONMENT_PLACING },
    },
  });
  await until(() => toasts().length === 2 && app.state.stage.pending === 0);
  expect(viewer.told('setBackground').at(-1)).toMatchObject({ kind: 'colour' });
  const reachAgain = async () => {
    outside.advance(300_000);
    app.reachability.noteFailure();
    app.reachability.noteFailure();
    app.reachability.noteAnswer();
    await until(() => app.state.stage.pending === 0);
  };
  await reachAgain();
  expect(toasts()).toHaveLength(2);
  file.mockResolvedValue(new Blob([picture]));
  await app.storage.put(hash, new Blob([picture]));
  await reachAgain();
  await until(() => viewer.told('setStyle').at(-1) !== null);
  expect(viewer.told('setBackground').at(-1)).toMatchObject({ kind: 'image' });
  await until(() => viewer.told('setEnvironment').at(-1) !== null);
  expect(toasts()).toHaveLength(2);
});

test('a background whose picture comes late does not hide that the stage goes without the one chosen since', async () => {
  const [slow, quick] = ['slow', 'quick'].map((text) => new TextEncoder().encode(text));
  const items = [slow!, quick!].map((bytes, at) =>
    makeLibraryItem(3 + at, { image_hash: hashOf(bytes), image: `/files/${at}` }),
  );
  app.queries.setQueryData(libraryQuery(app, 'background').queryKey, items);
  let come = (_file: Blob): void => {};
  const late = new Promise<Blob>((resolve) => {
    come = resolve;
  });
  const file = vi
    .spyOn(app.server, 'file')
    .mockImplementation((address) =>
      address === '/files/0' ? late : Promise.reject(new AppError({ code: 'server-unreachable' })),
    );
  assignSettings(app, { background_id: LibraryItemId.parse(3) });
  await until(() => file.mock.calls.length === 1);
  assignSettings(app, { background_id: LibraryItemId.parse(4) });
  await until(() => toasts().length === 1);
  come(new Blob([slow!]));
  await until(() => app.state.stage.pending === 0);
  file.mockResolvedValue(new Blob([quick!]));
  app.reachability.noteFailure();
  app.reachability.noteAnswer();
  await until(() => app.state.stage.pending === 0);
  expect(viewer.told('setBackground').at(-1)).toMatchObject({ kind: 'image' });
});

test('a file that somebody keeps back while the server answers is no storm of questions', async () => {
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  const asked = vi.spyOn(app.outside, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const hash = hashOf(new TextEncoder().encode('picture'));
  const item = makeLibraryItem(3, { image_hash: hash });
  app.queries.setQueryData(libraryQuery(app, 'background').queryKey, [item]);
  assignSettings(app, { background_id: LibraryItemId.parse(3) });
  await until(() => toasts().length === 1 && app.state.stage.pending === 0);
  for (let other = 0; other < 40; other += 1) {
    outside.advance(100);
    app.reachability.noteAnswer();
    await until(() => app.state.stage.pending === 0);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const files = asked.mock.calls.filter(([address]) => !String(address).endsWith('/api/health'));
  expect(files.length).toBeGreaterThan(1);
  expect(files.length).toBeLessThan(5);
  expect(app.reachability.connection()).toBe('online');
});

test('one that is lost while it loads, twice, comes back without a word of failure', async () => {
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  viewer.emit({ kind: 'cameraSettled', pose: at(5) });
  for (let crash = 0; crash < 2; crash++) {
    viewer.lose();
    viewer.held.add('show');
    viewer.emit({ kind: 'needsScene' });
    await until(() => viewer.told('show').length === 1);
    expect(app.state.stage).toMatchObject({ failed: null, graphics: 'lost' });
    expect(app.state.stage.load?.phase).toBe('drawing');
  }
  viewer.lose();
  viewer.emit({ kind: 'needsScene' });
  await until(() => app.state.stage.graphics === 'ready' && app.state.stage.pending === 0);
  expect(app.state.stage).toMatchObject({ failed: null, load: null, modelHash: chair });
  expect(viewer.camera).toEqual(at(5));
  expect(toasts()).toEqual([]);
});

test('one that is lost while it is dressed, on its second way too, is dressed in the end', async () => {
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  viewer.lose();
  viewer.held.add('setDressings');
  viewer.emit({ kind: 'needsScene' });
  await until(() => viewer.told('setDressings').length === 1);
  viewer.lose();
  viewer.emit({ kind: 'needsScene' });
  await until(() => app.state.stage.graphics === 'ready' && app.state.stage.pending === 0);
  expect(viewer.told('setDressings')).toHaveLength(1);
  expect(toasts()).toEqual([]);
});

test('a view that is saved, and a picture that is taken, wait for the scene: never the empty stage', async () => {
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  viewer.emit({ kind: 'cameraSettled', pose: at(5) });
  // One is asked when it breaks, the other of what is not there yet.
  viewer.held.add('camera');
  const saving = saveView(app);
  viewer.lose();
  const picture = app.viewer.current!.api.capturePasses(at(5), 2, 2, ['snapshot']);
  viewer.emit({ kind: 'needsScene' });
  await saving;
  expect(app.state.project.settings.camera_views[0]?.pose).toEqual(at(5));
  expect((await picture).snapshot).not.toBeNull();
});

test('a camera that was on its way to a view comes back there, and one moved over the empty stage does not count', async () => {
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  viewer.emit({ kind: 'cameraSettled', pose: at(5) });
  assignSettings(app, { camera_views: [makeView(1, { pose: at(6) })] });
  const [view] = app.state.project.settings.camera_views;
  viewer.held.add('setCamera');
  const going = goToView(app, view!.uuid);
  viewer.lose();
  viewer.emit({ kind: 'cameraMoved' });
  viewer.emit({ kind: 'cameraSettled', pose: ASTRAY });
  viewer.emit({ kind: 'needsScene' });
  await going;
  await until(() => app.state.stage.graphics === 'ready' && app.state.stage.pending === 0);
  expect(viewer.camera).toEqual(at(6));
  expect(app.state.stage.activeView).toBe(view!.uuid);
});

test('a load that is cancelled then leaves an empty stage that says so', async () => {
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  viewer.lose();
  viewer.held.add('show');
  viewer.emit({ kind: 'needsScene' });
  await until(() => viewer.told('show').length === 1);
  follower.cancelLoad();
  expect(app.state.stage).toMatchObject({ graphics: 'ready', modelHash: null, load: null });
  expect(app.state.project.settings.model_hash).toBe(chair);
});

test('a model that comes by undo and is cancelled leaves the one on the stage, not the one before it', async () => {
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  const table = await importBox('table', 2);
  await until(isStanding(table));
  viewer.held.add('show');
  const { length } = viewer.told('show');
  app.commands.undo();
  await until(() => viewer.told('show').length > length);
  expect(app.state.project.settings.model_hash).toBe(chair);
  follower.cancelLoad();
  expect(app.state.project.settings.model_hash).toBe(table);
  expect(app.state.stage).toMatchObject({ modelHash: table, load: null });
});

test('an import is cancelled also where the project’s model could not come: that is the project’s again', async () => {
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  app.state.stage.modelHash = null;
  viewer.held.add('show');
  const { length } = viewer.told('show');
  await importBox('table', 2);
  await until(() => viewer.told('show').length > length);
  follower.cancelLoad();
  expect(app.state.project.settings.model_hash).toBe(chair);
});

/** Holds back what this device keeps under a hash until the test lets it go. */
function holdFile(hash: ContentHash): () => void {
  const { get } = app.storage;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  app.storage.get = async (wanted) => {
    if (wanted === hash) await held;
    return get(wanted);
  };
  return release;
}

test('a model that is found later than a newer one does not take the stage from it', async () => {
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  const lamp = await importBox('lamp', 2);
  await until(isStanding(lamp));
  const release = holdFile(chair);
  viewer.calls = [];
  assignSettings(app, { model_hash: chair });
  await until(() => app.state.stage.pending > 0);
  assignSettings(app, { model_hash: lamp });
  await until(() => viewer.told('show').length === 1);
  release();
  await until(() => app.state.stage.pending === 0);
  expect(viewer.told('show')).toHaveLength(1);
  expect(app.state.stage.modelHash).toBe(lamp);
});

test('a dressing whose texture comes late does not undo a newer one', async () => {
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  await until(() => app.state.stage.pending === 0);
  const walnut = new TextEncoder().encode('walnut');
  await app.storage.put(hashOf(walnut), new Blob([walnut]));
  const release = holdFile(hashOf(walnut));
  viewer.calls = [];
  assignSettings(app, { model_materials: [makeModelMaterial(0, { textureHash: hashOf(walnut) })] });
  await until(() => app.state.stage.pending > 0);
  assignSettings(app, { model_materials: [makeModelMaterial(0, { color: '#112233' })] });
  await until(() => viewer.told('setDressings').length === 1);
  release();
  await until(() => app.state.stage.pending === 0);
  expect(viewer.told('setDressings')).toMatchObject([[{ dressing: { colour: '#112233' }, texture: null }]]);
});

test('a model comes dressed; a texture that is late has its mean colour until it is there', async () => {
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  await until(() => app.state.stage.pending === 0);
  const walnut = new TextEncoder().encode('walnut');
  await app.storage.put(hashOf(walnut), new Blob([walnut]));
  const item = makeLibraryItem(3, { image_hash: hashOf(walnut), average_colour: '#6b4a2f' });
  app.queries.setQueryData(libraryQuery(app, 'material').queryKey, [item]);
  assignSettings(app, {
    model_materials: [makeModelMaterial(0, { textureHash: hashOf(walnut), libraryId: item.id })],
  });
  await until(() => viewer.told('setDressings').length > 0 && app.state.stage.pending === 0);

  viewer.lose();
  viewer.emit({ kind: 'needsScene' });
  await until(() => viewer.told('show').length === 1);
  expect(viewer.told('show')).toMatchObject([{ dressings: [{ texture: expect.any(Blob) }] }]);
  await until(() => app.state.stage.pending === 0);

  viewer.lose();
  const release = holdFile(hashOf(walnut));
  viewer.emit({ kind: 'needsScene' });
  await until(() => viewer.told('show').length === 1);
  expect(viewer.told('show')).toMatchObject([{ dressings: [{ texture: null, meanwhile: '#6b4a2f' }] }]);
  expect(viewer.told('setDressings')).toEqual([]);
  release();
  await until(() => app.state.stage.pending === 0);
  expect(viewer.told('setDressings')).toMatchObject([[{ texture: expect.any(Blob) }]]);
});

test('another project with the same model is shown whole, with its own camera', async () => {
  const kept = keepWorkingCopy(app, (error) => {
    throw error;
  });
  app.workingCopy.current = kept;
  stops.push(() => kept.stop());
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  await until(() => app.state.stage.pending === 0);
  const copy = await copyProject(app, { key: app.state.project.key, serverId: null }, 'Copy');
  const look = { ...copy.settings.render_settings, camera: at(3), camera_at: 5 };
  await app.db.projects.update(copy.key, { settings: { ...copy.settings, render_settings: look } });
  viewer.calls = [];
  await openProject(app, copy);
  await until(() => isStanding(chair)() && app.state.stage.pending === 0);
  expect(viewer.told('show')).toMatchObject([{ glb: expect.any(Blob) }]);
  expect(viewer.told('setDressings')).toHaveLength(1);
  expect(app.state.stage.camera).toEqual(at(3));
});

test('an undo that leads to a model which cannot be shown is taken back, and says why', async () => {
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  const table = await importBox('table', 2);
  await until(isStanding(table));
  viewer.refuses.add(chair);
  app.commands.undo();
  await until(() => app.state.stage.refused !== null);
  await until(isStanding(table));
  expect(app.state.stage).toMatchObject({
    failed: null,
    refused: { name: 'chair.glb', failure: { reason: 'geometry-damaged' } },
  });
  expect(app.state.project.settings.model_hash).toBe(table);
  expect(app.commands.undoLabel()).toBe('Model');
});

test('a model that the project names and nobody can draw stays named, with what it is', async () => {
  const chair = await importBox('chair', 1);
  await until(isStanding(chair));
  viewer.refuses.add(chair);
  app.state.stage.modelHash = null;
  follower.retry();
  await until(() => app.state.stage.failed?.hasFallback === true);
  expect(app.state.stage).toMatchObject({
    modelHash: null,
    refused: null,
    failed: { name: 'chair.glb', isClosed: false, failure: { reason: 'geometry-damaged' } },
  });
  expect(app.state.project.settings.model_hash).toBe(chair);
});

test('what a stage that is gone was still waiting for is not counted on the next one', async () => {
  const { stage } = app.state;
  const box = await importBox('box', 1);
  await until(isStanding(box));
  await until(() => stage.pending === 0);
  viewer.held.add('setDressings');
  viewer.calls = [];
  assignSettings(app, { model_materials: [makeModelMaterial(0, { color: '#112233' })] });
  await until(() => viewer.calls.some(([method]) => method === 'setDressings'));
  expect(stage.pending).toBe(1);
  resetState(app.state);
  follower.stop();
  viewer.lose();
  await new Promise((resolve) => setTimeout(resolve));
  expect(stage.pending).toBe(0);
});

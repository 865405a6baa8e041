import { subscribeKey } from 'valtio/utils';
import { beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { importModel } from '../../../../src/app/features/stage/import-model.ts';
import { endLoad, showLoad } from '../../../../src/app/features/stage/show-load.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf } from '../../../support/fake-outside.ts';

let app: App;

beforeEach(async () => {
  app = createTestApp(createFakeOutside(createFakeServer()));
  await loadActiveProject(app, 7, 'New');
});

const bytes = new Uint8Array(makeBoxes([{ name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] }]));
const hash = hashOf(bytes);
const card = { name: 'chair.glb', hash, sizeBytes: null };
const files = (path: string) => [{ path, file: new Blob([bytes]) }];

test('an import begins at 5, is at 20 once it is packed, and leaves its card to the stage', async () => {
  const seen: number[] = [];
  subscribeKey(app.state.stage, 'load', (load) => seen.push(load?.progress ?? -1), true);
  await importModel(app, files('chair.glb'), new AbortController().signal);
  expect(seen.slice(0, 2)).toEqual([5, 20]);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(app.state.stage.load).toMatchObject({ hash, isImport: false, name: 'chair.glb' });

  // The stage goes on from there, and never back.
  showLoad(app, { ...card, phase: 'checking', progress: 20 });
  expect(app.state.stage.load?.progress).toBe(65);
  for (const progress of [70, 90]) {
    showLoad(app, { ...card, phase: 'drawing', progress });
    expect(app.state.stage.load?.progress).toBe(progress);
  }
  endLoad(app);
  expect(app.state.stage.load).toBeNull();
});

test('files that come in keep the card while the model before them is still drawn', () => {
  app.state.stage.load = {
    name: 'b.glb',
    hash: null,
    isImport: true,
    phase: 'checking',
    progress: 5,
    sizeBytes: 1,
  };
  showLoad(app, { ...card, phase: 'drawing', progress: 90 });
  endLoad(app);
  expect(app.state.stage.load).toMatchObject({ name: 'b.glb', progress: 5 });
});

test('another model begins its own card', () => {
  showLoad(app, { ...card, phase: 'drawing', progress: 90 });
  showLoad(app, { ...card, hash: hashOf(new Uint8Array([1])), phase: 'fetching', progress: 5 });
  expect(app.state.stage.load?.progress).toBe(5);
});

test('an import that is overtaken leaves the card to the later one', async () => {
  const first = new AbortController();
  const importing = importModel(app, files('a.glb'), first.signal).catch((error: Error) => error.name);
  first.abort();
  const later = importModel(app, files('b.glb'), new AbortController().signal);
  expect(await importing).toBe('AbortError');
  expect((await later).name).toBe('b.glb');
  expect(app.state.stage.load?.name).toBe('b.glb');
});

test('the same model again leaves no card behind', async () => {
  await importModel(app, files('chair.glb'), new AbortController().signal);
  endLoad(app);
  await importModel(app, files('chair.glb'), new AbortController().signal);
  expect(app.state.stage.load).toBeNull();
});

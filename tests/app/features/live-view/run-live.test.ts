import { afterEach, expect, test, vi } from 'vitest';
import { assignSettings } from '../../../../src/app/core/edit-settings.ts';
import { runLive } from '../../../../src/app/features/live-view/run-live.ts';
import { openLiveSource } from '../../../../src/app/features/order/describe-live.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { importModel } from '../../../../src/app/features/stage/import-model.ts';
import { LibraryItemId, MaterialId } from '../../../../src/contract/ids.ts';
import { UNDRESSED } from '../../../../src/contract/scene/dressed-material.ts';
import type { LiveJob, LivePicture } from '../../../../src/contract/studio-api.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf, until } from '../../../support/fake-outside.ts';
import { createFakeViewer } from '../../../support/fake-viewer.ts';

const CHAIR = makeBoxes([{ name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] }]);
const WALNUT = new TextEncoder().encode('walnut');

afterEach(() => vi.unstubAllGlobals());

test('what a picture lacks without a connection is called by its name, and is drawn once it can be had', async () => {
  vi.stubGlobal('addEventListener', () => undefined);
  const server = createFakeServer();
  const outside = createFakeOutside(server);
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  const files = [{ path: 'chair.glb', file: new Blob([new Uint8Array(CHAIR)]) }];
  await importModel(app, files, new AbortController().signal);
  assignSettings(app, {
    model_materials: [
      {
        ...UNDRESSED,
        id: MaterialId.parse('6f9619ff-8b86-4011-b42d-00c04fc964ff'),
        originalId: 'Seat',
        originalIndex: 0,
        name: 'Seat',
        libraryId: LibraryItemId.parse(12),
        libraryMaterialName: 'Walnut',
        textureHash: hashOf(WALNUT),
        texturePath: null,
        tileSize: 2,
      },
    ],
  });
  const { stage, live } = app.state;
  Object.assign(stage, { modelHash: app.state.project.settings.model_hash, graphics: 'ready', load: null });
  const viewer = createFakeViewer({ camera: await createFakeViewer().api.fitCamera(0) });
  const drawn: LiveJob[] = [];
  const refine = async (job: LiveJob): Promise<LivePicture> => {
    drawn.push(job);
    return {} as LivePicture;
  };
  outside.workers.studio.openLive = () => ({ refine, close: () => undefined });
  server.recipeFiles.set(hashOf(WALNUT), { bytes: WALNUT, items: [] });
  server.isDown = true;
  outside.setOnline(false);
  const stop = runLive(app, viewer, openLiveSource(app));

  await until(() => live.status === 'failed');
  expect(live.failure).toEqual({ code: 'traced-files-missing', names: ['Walnut'] });
  server.isDown = false;
  outside.setOnline(true);
  app.reachability.noteAnswer();
  await until(() => live.status === 'finished');
  expect(live.failure).toBeNull();
  expect([...drawn[0]!.files.keys()]).toContain(hashOf(WALNUT));
  stop();
});

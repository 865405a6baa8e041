import { subscribeKey } from 'valtio/utils';
import type { App } from '../../src/app/core/app.ts';
import { createApp } from '../../src/app/create-app.ts';
import { followSketches } from '../../src/app/features/light-map/follow-sketches.ts';
import { saveProject } from '../../src/app/features/projects/save-project.ts';
import { syncProject } from '../../src/app/features/projects/sync-project.ts';
import { followScene } from '../../src/app/features/stage/follow-scene.ts';
import { importModel } from '../../src/app/features/stage/import-model.ts';
import { rememberCamera } from '../../src/app/scene/remember-camera.ts';
import { copyPlain } from '../../src/app/values/copy-plain.ts';
import type { CameraPose } from '../../src/contract/render-spec.ts';
import { until } from './fake-outside.ts';
import { createFakeViewer } from './fake-viewer.ts';
import type { RealBrowser } from './real-outside.ts';
import { keepRunning } from './running-apps.ts';
import { startWholeApp } from './start-whole-app.ts';

/** Where a model is seen from that nobody has looked at. */
export const HERO: CameraPose = {
  position: [8, 5, 13],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
};

/** A page in a browser: all of it but what draws. */
export interface RealPage {
  readonly app: App;
  /** The person has moved the camera there. */
  look(pose: CameraPose): void;
  /** Drops a file and waits for it to be shown. */
  drop(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Resolves once the stage shows the project's model, seen from somewhere. */
  settled(): Promise<void>;
  /** Presses Save and waits until the server has all that can be sent. */
  save(): Promise<void>;
  /** Looks for what other devices saved. */
  sync(): Promise<void>;
  /** The tab is closed, after what it keeps on its own when it goes. */
  close(): Promise<void>;
}

/** Opens the address of the product. Resolves once the project is there and its model is on the stage. */
export async function openPage({ outside }: RealBrowser): Promise<RealPage> {
  const app = createApp(outside);
  const fail = (error: unknown): never => {
    throw error;
  };
  const stop = startWholeApp(app, fail);
  let closeStage = (): void => {};
  // The studio is on the page while somebody is signed in, another one for each of them.
  const follow = (): void => {
    closeStage();
    const { status } = app.state.account;
    closeStage = status === 'signed-in' ? openStage(app, fail) : () => {};
  };
  const stops = [
    subscribeKey(app.state.account, 'status', follow),
    subscribeKey(app.state.account, 'userId', follow),
  ];
  follow();
  const { project, stage } = app.state;
  const settled = (): Promise<void> =>
    until(
      () =>
        project.status === 'ready' &&
        stage.modelHash === project.settings.model_hash &&
        stage.pending === 0 &&
        stage.load === null &&
        project.isOnDevice,
    );
  await settled();
  const end = keepRunning(() => {
    for (const one of stops) one();
    closeStage();
    stop();
  });
  return {
    app,
    settled,
    look(pose) {
      outside.advance(1_000);
      void app.viewer.current?.api.setCamera(pose, 0);
      stage.camera = copyPlain(pose);
      rememberCamera(app, pose);
    },
    async drop(name, bytes) {
      await importModel(app, [{ path: name, file: new Blob([bytes]) }], new AbortController().signal);
      await settled();
    },
    async save() {
      const isSent = async (): Promise<boolean> => {
        outside.advance(5_000);
        await app.outbox.drain();
        return (
          (await app.db.outbox
            .where('userId')
            .equals(app.state.account.userId ?? 0)
            .count()) === 0
        );
      };
      await until(isSent);
      await saveProject(app);
      await until(isSent);
      await until(() => project.dirtyFields.length === 0 && project.saving === null);
    },
    async sync() {
      await syncProject(app, null, new AbortController().signal);
      await settled();
    },
    async close() {
      await app.workingCopy.current?.flush();
      end();
    },
  };
}

/** The stage with a viewer that draws nothing and keeps its camera. */
function openStage(app: App, onError: (error: unknown) => void): () => void {
  let camera = HERO;
  const viewer = createFakeViewer({
    camera: () => copyPlain(camera),
    setCamera: (pose: CameraPose) => {
      camera = copyPlain(pose);
    },
    fitCamera: () => {
      camera = HERO;
      return copyPlain(HERO);
    },
  });
  app.viewer.current = viewer;
  const scene = followScene(app, viewer, onError);
  const stopSketches = followSketches(app, viewer);
  return () => {
    stopSketches();
    scene.stop();
    app.viewer.current = null;
  };
}

import type { App } from '../../src/app/core/app.ts';
import { followSketches } from '../../src/app/features/light-map/follow-sketches.ts';
import { loadActiveProject } from '../../src/app/features/projects/load-active-project.ts';
import type { SketchRow, SketchStep } from '../../src/app/values/sketch.ts';
import type { ContentHash } from '../../src/contract/ids.ts';
import type { CameraPose } from '../../src/contract/render-spec.ts';
import type { ViewerEvent } from '../../src/contract/viewer-events.ts';
import type { ViewerClient } from '../../src/workers/open-viewer.ts';
import { createFakeServer } from './fake-http.ts';
import { createFakeOutside, createTestApp, type FakeOutside } from './fake-outside.ts';

export const FRONT: CameraPose = {
  position: [0, 0, 15],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
};
export const SIDE: CameraPose = { ...FRONT, position: [15, 0, 0] };

/** An app with an open project and a stage whose camera the test moves; sketches are followed. */
export interface LightMapApp {
  readonly app: App;
  readonly outside: FakeOutside;
  /** The camera has come to rest there. */
  look(pose: CameraPose): void;
  emit(event: ViewerEvent): void;
  sketches(): Promise<SketchRow[]>;
  stop(): void;
}

export async function openLightMapApp(): Promise<LightMapApp> {
  const outside = createFakeOutside(createFakeServer());
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  let camera = FRONT;
  const listeners = new Set<(event: ViewerEvent) => void>();
  const viewer = {
    api: { camera: async () => camera },
    onEvent(listener: (event: ViewerEvent) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as ViewerClient;
  app.viewer.current = viewer;
  app.state.stage.camera = structuredClone(FRONT);
  const stop = followSketches(app, viewer);
  const emit = (event: ViewerEvent): void => {
    for (const listener of listeners) listener(event);
  };
  return {
    app,
    outside,
    look(pose) {
      camera = pose;
      app.state.stage.camera = structuredClone(pose);
      emit({ kind: 'cameraSettled', pose });
    },
    emit,
    sketches: () => app.db.sketches.toArray(),
    stop,
  };
}

/** A short white stroke. */
export function makeStroke(id: string): SketchStep {
  const segment = { start: { x: 1, y: 1 }, end: { x: 9, y: 1 }, size: 15, opacity: 1, color: '#ffffff' };
  return { id, kind: 'stroke', isEraser: false, segments: [segment] };
}

/** Light of a recipe, in the size of its order. */
export function makeLight(
  hash: ContentHash,
  size: readonly [widthPx: number, heightPx: number] = [1_024, 1_024],
): Extract<SketchStep, { kind: 'picture' }> {
  return { id: 'light', kind: 'picture', hash, widthPx: size[0], heightPx: size[1] };
}

/** A sketch of the front of project `o`, empty but for what is said. */
export function makeSketch(changes: Partial<SketchRow> = {}): SketchRow {
  return {
    id: 'sketch',
    projectKey: 'o',
    modelHash: null,
    pose: FRONT,
    steps: [],
    undone: [],
    pictureHash: null,
    updatedAt: 0,
    ...changes,
  };
}

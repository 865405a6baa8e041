import type { ViewerApi } from '../../src/contract/viewer-api.ts';
import type { ViewerEvent, ViewerGesture } from '../../src/contract/viewer-events.ts';
import type { ViewerClient } from '../../src/workers/open-viewer.ts';

/** A viewer that draws nothing: what it was told, and the events that a test makes. */
export interface FakeViewer extends ViewerClient {
  readonly calls: readonly (readonly [method: string, ...args: unknown[]])[];
  readonly gestures: readonly ViewerGesture[];
  emit(event: ViewerEvent): void;
}

const ANSWERS: Readonly<Record<string, unknown>> = {
  fitCamera: {
    position: [8, 5, 13],
    target: [0, 0, 0],
    up: [0, 1, 0],
    quaternion: [0, 0, 0, 1],
    fovDegrees: 45,
  },
};

/** @param answers What calls resolve with, or a function that says so, by method; undefined for all others but `fitCamera`. */
export function createFakeViewer(answers: Readonly<Record<string, unknown>> = {}): FakeViewer {
  const calls: [string, ...unknown[]][] = [];
  const gestures: ViewerGesture[] = [];
  const listeners = new Set<(event: ViewerEvent) => void>();
  const api = new Proxy({} as ViewerApi, {
    get: (_target, method) =>
      method === 'then'
        ? undefined
        : async (...args: unknown[]) => {
            calls.push([String(method), ...args]);
            const answer = answers[String(method)] ?? ANSWERS[String(method)];
            return typeof answer === 'function' ? answer(...args) : answer;
          },
  });
  return {
    api,
    calls,
    gestures,
    graphics: async () => ({ mode: 'page', renderer: 'none', maxTexturePx: 4_096 }),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(event) {
      for (const listener of [...listeners]) listener(event);
    },
    sendGesture: (gesture) => void gestures.push(gesture),
    placeOf: (xPx, yPx) => (xPx >= 0 && yPx >= 0 && xPx < 320 && yPx < 320 ? { xPx, yPx } : null),
    restart: () => undefined,
    dispose: () => undefined,
  };
}

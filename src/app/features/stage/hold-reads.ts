import { subscribeKey } from 'valtio/utils';
import type { ViewerApi } from '../../../contract/viewer-api.ts';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import type { App } from '../../core/app.ts';
import { isSceneLost } from './is-scene-lost.ts';

/**
 * The same viewer, whose camera and pictures are not given before a scene that was lost stands again: until then they
 * are those of an empty stage. What is lost while it is read is read again.
 */
export function holdReads(app: Pick<App, 'state'>, viewer: ViewerClient): ViewerClient {
  const { api } = viewer;
  const hold = async <Value>(read: () => Promise<Value>): Promise<Value> => {
    while (app.state.stage.graphics === 'lost') await untilStanding(app);
    try {
      return await read();
    } catch (error) {
      if (!isSceneLost(error)) throw error;
      return hold(read);
    }
  };
  const held: Pick<ViewerApi, 'camera' | 'capturePasses'> = {
    camera: () => hold(() => api.camera()),
    capturePasses: (...wanted) => hold(() => api.capturePasses(...wanted)),
  };
  const get = (target: ViewerApi, method: string | symbol): unknown =>
    Reflect.get(Object.hasOwn(held, method) ? held : target, method);
  return { ...viewer, api: new Proxy(api, { get }) };
}

/** Resolves once the scene stands with its camera, or never will. */
function untilStanding({ state: { stage } }: Pick<App, 'state'>): Promise<void> {
  return new Promise((resolve) => {
    const stop = subscribeKey(stage, 'graphics', (graphics) => {
      if (graphics === 'lost') return;
      stop();
      resolve();
    });
  });
}

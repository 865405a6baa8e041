import { subscribeKey } from 'valtio/utils';
import type { ViewerApi } from '../../../contract/viewer-api.ts';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import type { App } from '../../app.ts';

/**
 * The same viewer, whose camera and pictures are not given before a scene that was lost stands again: until then they
 * are those of an empty stage.
 */
export function holdReads(app: Pick<App, 'state'>, viewer: ViewerClient): ViewerClient {
  const { api } = viewer;
  const held: Pick<ViewerApi, 'camera' | 'capturePasses'> = {
    async camera() {
      await untilStanding(app);
      return api.camera();
    },
    async capturePasses(...wanted) {
      await untilStanding(app);
      return api.capturePasses(...wanted);
    },
  };
  const get = (target: ViewerApi, method: string | symbol): unknown =>
    Reflect.get(Object.hasOwn(held, method) ? held : target, method);
  return { ...viewer, api: new Proxy(api, { get }) };
}

/** Resolves once the scene stands again with its camera, or never will. */
async function untilStanding({ state: { stage } }: Pick<App, 'state'>): Promise<void> {
  if (stage.graphics !== 'lost') return;
  await new Promise<void>((resolve) => {
    const stop = subscribeKey(stage, 'graphics', (graphics) => {
      if (graphics === 'lost') return;
      stop();
      resolve();
    });
  });
}

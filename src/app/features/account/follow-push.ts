import { RenderId } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';
import { renewPush } from './push.ts';

/**
 * Opens the render that the person was told of while the page was out of sight, and keeps the server told where this device
 * is reached. Returns the function that stops.
 */
export function followPush(app: App): () => void {
  // What cannot be asked now is asked with the next start.
  renewPush(app).catch(() => undefined);
  return app.outside.push.onPressed((renderId) => {
    const id = RenderId.safeParse(renderId);
    if (id.success) app.state.shell.modal = { kind: 'result', renderId: id.data };
  });
}

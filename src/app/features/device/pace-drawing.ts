import { subscribeKey } from 'valtio/utils';
import type { TracePace } from '../../../contract/studio-api.ts';
import type { App } from '../../core/app.ts';

/**
 * Holds the workers of a picture that this device draws while a person moves the stage, which needs all of it.
 *
 * @returns Function that stops; it does not let held workers go on.
 */
export function paceDrawing(app: Pick<App, 'state'>, pace: TracePace): () => void {
  const { stage } = app.state;
  const judge = (): void => pace.setPaused(stage.isMoving);
  if (stage.isMoving) judge();
  return subscribeKey(stage, 'isMoving', judge, true);
}

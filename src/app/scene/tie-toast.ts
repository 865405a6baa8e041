import { subscribe } from 'valtio';
import type { App } from '../core/app.ts';

/**
 * Takes a toast with a button away as soon as what the button does means nothing any more: it is done, or what it is
 * about is gone.
 *
 * @param close Of the toast. @param isStanding Asked after every change of the project and of its steps.
 */
export function tieToast(
  app: Pick<App, 'state' | 'commands'>,
  close: () => void,
  isStanding: () => boolean,
): void {
  const look = (): void => {
    if (isStanding()) return;
    for (const stop of stops) stop();
    close();
  };
  const stops = [subscribe(app.state.project, look), app.commands.onChange(look)];
}

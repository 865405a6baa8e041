import type { App } from '../../core/app.ts';
import type { WaitingLabel } from '../../state/labels.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';

/** Has a picture wait for its place on the product. One waits at a time: another is not taken then, and that is told. */
export function letWait(app: Pick<App, 'state' | 'toasts'>, picture: WaitingLabel): void {
  const { labels: state, shell } = app.state;
  const { labels: words } = lateTextsOf(shell.language);
  if (state.waiting === null) state.waiting = picture;
  else app.toasts.show('warning', words.oneWaits(picture.name, state.waiting.name));
}

import { RenderId } from '../../../contract/ids.ts';
import type { Outside } from '../../browser/outside.ts';
import type { App } from '../../core/app.ts';
import { announce } from '../../state/progress.ts';
import { explainEnd } from '../../texts/explain-end.ts';

/** How a render ended. */
export interface RenderEnd {
  readonly renderId: number;
  readonly status: 'completed' | 'error' | 'cancelled';
  readonly refunded: number;
  readonly code: string | null;
}

/** A hidden tab leaves the word to one that is looked at. */
const HIDDEN_PATIENCE_MS = 1_000;
/** Ends that were told in this browser, the newest. */
const TOLD_KEY = 'vitrine_told';
const TOLD_MAX = 100;

/**
 * Says how a render ended: in every tab for a screen reader; what failed once in this browser as a toast, or, as what is
 * finished, as a notification when nobody looks at the page.
 */
export async function tellEnd(app: App, end: RenderEnd): Promise<void> {
  const texts = app.texts();
  const { order } = texts.t;
  const sentence =
    end.status === 'completed'
      ? order.finished
      : end.status === 'error'
        ? explainEnd(texts, end.code, end.refunded)
        : order.cancelled(end.refunded);
  // A toast is an alert, which is said by itself.
  if (end.status !== 'error') announce(app.state.progress, sentence);
  if (end.status === 'cancelled') return;
  const { page } = app.outside;
  if (end.status === 'completed' && !page.isVisible()) app.state.progress.unseen += 1;
  if (!page.isVisible()) await new Promise((resolve) => setTimeout(resolve, HIDDEN_PATIENCE_MS));
  if (!(await claimWord(app.outside, end.renderId))) return;
  const isSeen = page.isVisible();
  if (!isSeen) notify(app, end, sentence);
  if (end.status !== 'error') return;
  if (isSeen) return void app.toasts.show('error', sentence);
  const stop = page.onChange(() => {
    if (!page.isVisible()) return;
    stop();
    app.toasts.show('error', sentence);
  });
}

function notify(app: App, { renderId, status }: RenderEnd, sentence: string): void {
  const { notifications, push } = app.outside;
  // The device is told by the server then.
  if (notifications?.permission() !== 'granted' || push.isWanted()) return;
  const { t } = app.texts();
  const { name } = app.state.project.settings;
  notifications.show(sentence, `${name} · ${t.shell.product}`, `render-${renderId}`, () => {
    if (status === 'completed') {
      app.state.shell.modal = { kind: 'result', renderId: RenderId.parse(renderId) };
    }
  });
}

/** True for the first tab of this browser that asks about an end. */
async function claimWord({ locks, localStorage }: Outside, renderId: number): Promise<boolean> {
  const claim = async (): Promise<boolean> => {
    try {
      const told = (localStorage.getItem(TOLD_KEY) ?? '').split(' ');
      if (told.includes(String(renderId))) return false;
      localStorage.setItem(TOLD_KEY, [...told, renderId].slice(-TOLD_MAX).join(' '));
    } catch {
      // Storage may be forbidden: then every tab speaks for itself.
    }
    return true;
  };
  return locks.request(TOLD_KEY, claim);
}

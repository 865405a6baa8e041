import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import { rigOf } from './edit-rig.ts';
import { dropMove, keepMove, previewMove } from './move-light.ts';
import { placeHighlight } from './place-highlight.ts';

/** What is asked of the viewer at a time: one place, and the newest after it. */
interface Hold {
  readonly pointerId: number;
  next: readonly [xPx: number, yPx: number] | null;
  isAsking: boolean;
  isLetGo: boolean;
}

/**
 * Moves the chosen light so that it is mirrored where a person presses and drags on the product; what lies beside the
 * product changes nothing. A drag is one step to undo. The wheel goes on to the camera; Escape ends the placing.
 *
 * @returns Function that stops.
 */
export function followHighlight(app: App, surface: HTMLElement): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const { light, stage } = app.state;
  let hold: Hold | null = null;

  const ask = async (held: Hold): Promise<void> => {
    if (held.isAsking) return;
    held.isAsking = true;
    while (held.next !== null && hold === held) {
      const [xPx, yPx] = held.next;
      held.next = null;
      const point = await app.viewer.current?.api.surfaceAt(xPx, yPx).catch(() => null);
      const id = light.selectedId;
      const found = rigOf(currentSettings(app)).lights.find((one) => one.id === id);
      if (hold !== held || point == null || found === undefined || stage.camera === null) continue;
      previewMove(app, found.id, placeHighlight(point, copyPlain(stage.camera), found.distance));
    }
    held.isAsking = false;
    if (!held.isLetGo || hold !== held) return;
    hold = null;
    keepMove(app);
  };
  const put = (event: PointerEvent): void => {
    if (hold?.pointerId !== event.pointerId || hold.isLetGo) return;
    const box = surface.getBoundingClientRect();
    hold.next = [event.clientX - box.left, event.clientY - box.top];
    void ask(hold);
  };
  const drop = (): void => {
    if (hold === null) return;
    hold = null;
    dropMove(app);
  };
  surface.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || hold !== null) return;
      event.preventDefault();
      surface.setPointerCapture(event.pointerId);
      hold = { pointerId: event.pointerId, next: null, isAsking: false, isLetGo: false };
      put(event);
    },
    { signal },
  );
  surface.addEventListener('pointermove', put, { signal });
  surface.addEventListener(
    'pointerup',
    (event) => {
      if (hold?.pointerId !== event.pointerId) return;
      hold.isLetGo = true;
      void ask(hold);
    },
    { signal },
  );
  surface.addEventListener('pointercancel', drop, { signal });
  surface.addEventListener(
    'wheel',
    ({ deltaY, deltaMode, clientX, clientY, ctrlKey }) =>
      app.viewer.current?.sendGesture({
        kind: 'wheel',
        deltaY,
        deltaMode,
        clientX,
        clientY,
        isCtrl: ctrlKey,
      }),
    { signal, passive: true },
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      event.preventDefault();
      if (hold === null) light.isPlacing = false;
      else drop();
    },
    { signal, capture: true },
  );
  return () => {
    drop();
    ending.abort();
  };
}

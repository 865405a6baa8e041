import type { StageRect, ViewerGesture } from '../contract/viewer-events.ts';

/** Where the element stands now, in CSS pixels. */
export function measureStage(element: HTMLElement): StageRect {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, widthPx: width, heightPx: height, pixelRatio: devicePixelRatio };
}

export type PointerGesture = Extract<ViewerGesture, { kind: 'pointer' }>;

/** A pointer's event as the viewer takes it. */
export function gestureOf(phase: PointerGesture['phase'], event: PointerEvent): PointerGesture {
  return {
    kind: 'pointer',
    phase,
    pointerId: event.pointerId,
    pointerType: event.pointerType,
    timeMs: event.timeStamp,
    button: event.button,
    buttons: event.buttons,
    clientX: event.clientX,
    clientY: event.clientY,
    isCtrl: event.ctrlKey || event.metaKey,
    isShift: event.shiftKey,
    isPrimary: event.isPrimary,
  };
}

/**
 * Forwards what a person does on `host` to a viewer elsewhere: pointers, wheel, size and visibility. Captures every
 * pressed pointer and keeps the browser's own gestures away, since the viewer cannot answer in time to do so.
 *
 * @returns Function that stops forwarding.
 */
export function forwardGestures(host: HTMLElement, send: (gesture: ViewerGesture) => void): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  const pressed = new Map<number, PointerEvent>();
  Object.assign(host.style, {
    touchAction: 'none',
    userSelect: 'none',
    webkitUserSelect: 'none',
    webkitTouchCallout: 'none',
    overscrollBehavior: 'none',
  });
  const sendRect = (): void => send({ kind: 'rect', rect: measureStage(host) });
  const forward = (phase: PointerGesture['phase'], event: PointerEvent): void =>
    send(gestureOf(phase, event));
  const listen = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ): void => host.addEventListener(type, listener, { signal, passive: false });

  listen('pointerdown', (event) => {
    try {
      host.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already, or is a test's own.
    }
    pressed.set(event.pointerId, event);
    // Scrolling and panel animations move the stage without any resize.
    sendRect();
    forward('down', event);
  });
  // Raw updates arrive before the frame they belong to: 0.8 ms to the draw call against 26 ms. Never both.
  const move = 'onpointerrawupdate' in host ? 'pointerrawupdate' : 'pointermove';
  listen(move as 'pointermove', (event) => forward('move', event));
  listen('pointerup', (event) => {
    pressed.delete(event.pointerId);
    forward('up', event);
  });
  // iOS can take a touch away with lostpointercapture alone.
  for (const type of ['pointercancel', 'lostpointercapture'] as const) {
    listen(type, (event) => {
      if (pressed.delete(event.pointerId)) forward('cancel', event);
    });
  }
  // What stands beside the stage can move it without any resize.
  listen('pointerenter', sendRect);
  listen('pointerleave', (event) => forward('leave', event));
  listen('contextmenu', (event) => event.preventDefault());
  listen('wheel', (event) => {
    event.preventDefault();
    const { deltaY, deltaMode, clientX, clientY } = event;
    send({ kind: 'wheel', deltaY, deltaMode, clientX, clientY, isCtrl: event.ctrlKey });
  });
  followSafariPinch(host, signal, () => pressed.size === 0, send);
  const resizes = new ResizeObserver(sendRect);
  resizes.observe(host);
  // The pixel ratio changes with the zoom or the screen, without a new size.
  addEventListener('resize', sendRect, { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      const isVisible = document.visibilityState === 'visible';
      // A page that goes away is not told that the finger did.
      for (const event of isVisible ? [] : pressed.values()) forward('cancel', event);
      if (!isVisible) pressed.clear();
      send({ kind: 'visibility', isVisible });
    },
    { signal },
  );
  return () => {
    listeners.abort();
    resizes.disconnect();
  };
}

/** What Safari alone tells of a pinch: how far apart the fingers are, from 1 at their start. */
type PinchEvent = UIEvent & { readonly scale: number; readonly clientX: number; readonly clientY: number };

/**
 * Safari tells of a pinch on a Mac's trackpad by events of its own, and would zoom the page; other browsers send a wheel
 * with Control, which is what this makes of it. On an iPad the same events come beside the touches, which say more.
 */
function followSafariPinch(
  host: HTMLElement,
  signal: AbortSignal,
  isFree: () => boolean,
  send: (gesture: ViewerGesture) => void,
): void {
  let scale = 1;
  const listen = (type: string, act: (event: PinchEvent) => void): void =>
    host.addEventListener(
      type,
      (event) => {
        event.preventDefault();
        act(event as PinchEvent);
      },
      { signal, passive: false },
    );
  listen('gesturestart', () => {
    scale = 1;
  });
  listen('gesturechange', (event) => {
    const deltaY = -100 * Math.log(event.scale / scale);
    scale = event.scale;
    const { clientX, clientY } = event;
    if (isFree()) send({ kind: 'wheel', deltaY, deltaMode: 0, clientX, clientY, isCtrl: true });
  });
}

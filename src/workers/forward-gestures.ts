import type { StageRect, ViewerGesture } from '../contract/viewer-api.ts';

/** Where the element stands now, in CSS pixels. */
export function measureStage(element: HTMLElement): StageRect {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, widthPx: width, heightPx: height, pixelRatio: devicePixelRatio };
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
  const pressed = new Set<number>();
  Object.assign(host.style, {
    touchAction: 'none',
    userSelect: 'none',
    webkitUserSelect: 'none',
    webkitTouchCallout: 'none',
    overscrollBehavior: 'none',
  });
  const sendRect = (): void => send({ kind: 'rect', rect: measureStage(host) });
  type Phase = Extract<ViewerGesture, { kind: 'pointer' }>['phase'];
  const forward = (phase: Phase, event: PointerEvent): void =>
    send({
      kind: 'pointer',
      phase,
      pointerId: event.pointerId,
      pointerType: event.pointerType,
      button: event.button,
      buttons: event.buttons,
      clientX: event.clientX,
      clientY: event.clientY,
      isCtrl: event.ctrlKey || event.metaKey,
      isShift: event.shiftKey,
      isPrimary: event.isPrimary,
    });
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
    pressed.add(event.pointerId);
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
  listen('pointerleave', (event) => forward('leave', event));
  listen('contextmenu', (event) => event.preventDefault());
  listen('wheel', (event) => {
    event.preventDefault();
    const { deltaY, deltaMode, clientX, clientY } = event;
    send({ kind: 'wheel', deltaY, deltaMode, clientX, clientY, isCtrl: event.ctrlKey });
  });
  const resizes = new ResizeObserver(sendRect);
  resizes.observe(host);
  // The pixel ratio changes with the zoom or the screen, without a new size.
  addEventListener('resize', sendRect, { signal });
  document.addEventListener(
    'visibilitychange',
    () => send({ kind: 'visibility', isVisible: document.visibilityState === 'visible' }),
    { signal },
  );
  return () => {
    listeners.abort();
    resizes.disconnect();
  };
}

import { LIGHT_MAP_PX } from '../../../contract/constants.ts';
import type { ViewerGesture } from '../../../contract/viewer-events.ts';
import { gestureOf, type PointerGesture } from '../../../workers/forward-gestures.ts';
import type { SketchSegment } from '../../values/sketch.ts';
import { type Brush, type BrushPoint, makeDot, makeSegments } from './make-segments.ts';

/** A hand rests on the glass while its pen is lifted between two strokes. */
const PALM_MS = 600;
/** Bit of `buttons` for the eraser at the end of a pen (Pointer Events 3, chorded buttons). */
const PEN_ERASER = 32;

export interface BrushTargets {
  brush(): Brush & { readonly isEraser: boolean };
  /** A press that will paint. */
  begin(): void;
  extend(segments: readonly SketchSegment[], isEraser: boolean): void;
  end(segments: readonly SketchSegment[], isEraser: boolean): void;
  cancel(): void;
  /** Two fingers, another button than the left one and the wheel are for the camera. */
  moveCamera(gesture: ViewerGesture): void;
}

interface Stroke {
  readonly pointerId: number;
  readonly pointerType: string;
  readonly isEraser: boolean;
  readonly segments: SketchSegment[];
  readonly first: BrushPoint;
  last: BrushPoint;
}

/**
 * Makes strokes of what a mouse, a finger or a pen does on an element that lies over the stage. While a pen draws, and
 * shortly after, fingers do nothing: they are the hand that holds it.
 *
 * @returns Function that stops.
 */
export function followBrush(element: HTMLElement, targets: BrushTargets): () => void {
  const listeners = new AbortController();
  const fingers = new Map<number, PointerEvent>();
  /** Pointers that move the camera. */
  const movers = new Set<number>();
  let stroke: Stroke | null = null;
  let penAt = Number.NEGATIVE_INFINITY;

  const listen = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ): void => element.addEventListener(type, listener, { signal: listeners.signal, passive: false });

  const cancel = (): void => {
    if (stroke === null) return;
    stroke = null;
    targets.cancel();
  };
  const begin = (event: PointerEvent): void => {
    const place = placeOf(element, event);
    const isEraser = targets.brush().isEraser || (event.buttons & PEN_ERASER) !== 0;
    const { pointerId, pointerType } = event;
    stroke = { pointerId, pointerType, isEraser, segments: [], first: place, last: place };
    targets.begin();
  };
  const paint = (event: PointerEvent): void => {
    if (stroke === null || event.pointerId !== stroke.pointerId) return;
    const points = coalesced(event).map((part) => placeOf(element, part));
    const segments = makeSegments(stroke.last, points, targets.brush());
    const last = segments.at(-1);
    if (last === undefined) return;
    stroke.last = { ...last.end, pressure: null };
    stroke.segments.push(...segments);
    targets.extend(segments, stroke.isEraser);
  };
  const end = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
    if (stroke === null || event.pointerId !== stroke.pointerId) return;
    const { segments, isEraser, first } = stroke;
    if (segments.length === 0) {
      segments.push(makeDot(first, targets.brush()));
      targets.extend(segments, isEraser);
    }
    stroke = null;
    targets.end(segments, isEraser);
  };
  const isPalm = (event: PointerEvent): boolean =>
    event.pointerType === 'touch' && (stroke?.pointerType === 'pen' || event.timeStamp - penAt < PALM_MS);
  const startCamera = (events: readonly PointerEvent[]): void => {
    cancel();
    for (const event of events) {
      if (movers.has(event.pointerId)) continue;
      movers.add(event.pointerId);
      targets.moveCamera(gestureOf('down', event));
    }
  };

  listen('pointerdown', (event) => {
    if (isPalm(event)) return;
    try {
      element.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already, or is a test's own.
    }
    if (event.pointerType === 'pen') {
      // The hand came down before its pen.
      if (stroke?.pointerType === 'touch') cancel();
      fingers.clear();
      penAt = event.timeStamp;
    }
    if (event.pointerType === 'touch') fingers.set(event.pointerId, event);
    const isOtherButton = event.pointerType === 'mouse' && event.button !== 0;
    if (isOtherButton && stroke === null) startCamera([event]);
    else if (fingers.size > 1) startCamera([...fingers.values()]);
    else if (!isOtherButton && stroke === null && movers.size === 0) begin(event);
  });
  listen('pointermove', (event) => {
    if (event.pointerType === 'pen') penAt = event.timeStamp;
    if (movers.has(event.pointerId)) targets.moveCamera(gestureOf('move', event));
    else paint(event);
  });
  listen('pointerup', (event) => {
    if (event.pointerType === 'pen') penAt = event.timeStamp;
    if (movers.delete(event.pointerId)) targets.moveCamera(gestureOf('up', event));
    end(event);
  });
  // iOS takes the touch of a palm away so, with lostpointercapture alone at times.
  for (const type of ['pointercancel', 'lostpointercapture'] as const) {
    listen(type, (event) => {
      if (movers.delete(event.pointerId)) targets.moveCamera(gestureOf('cancel', event));
      if (stroke?.pointerId === event.pointerId && event.pointerType === 'touch') cancel();
      end(event);
    });
  }
  listen('contextmenu', (event) => event.preventDefault());
  // Safari 17 begins to select text under a finger in spite of `touch-action`.
  listen('touchstart', (event) => event.preventDefault());
  listen('wheel', (event) => {
    event.preventDefault();
    const { deltaY, deltaMode, clientX, clientY } = event;
    targets.moveCamera({ kind: 'wheel', deltaY, deltaMode, clientX, clientY, isCtrl: event.ctrlKey });
  });
  return () => {
    cancel();
    for (const pointerId of movers) targets.moveCamera(cancelOf(pointerId));
    listeners.abort();
  };
}

/** Where the pointer was between two frames. iOS 18.2 gives such events another pointer's id: none are better then. */
function coalesced(event: PointerEvent): readonly PointerEvent[] {
  const parts = event.getCoalescedEvents?.() ?? [];
  const isUsable = parts.length > 0 && parts.every(({ pointerId }) => pointerId === event.pointerId);
  return isUsable ? parts : [event];
}

function placeOf(element: HTMLElement, event: PointerEvent): BrushPoint {
  const { left, top, width } = element.getBoundingClientRect();
  const scale = LIGHT_MAP_PX / width;
  return {
    x: (event.clientX - left) * scale,
    y: (event.clientY - top) * scale,
    pressure: event.pointerType === 'pen' && event.pressure > 0 ? event.pressure : null,
  };
}

function cancelOf(pointerId: number): PointerGesture {
  return {
    kind: 'pointer',
    phase: 'cancel',
    pointerId,
    pointerType: 'touch',
    timeMs: 0,
    button: 0,
    buttons: 0,
    clientX: 0,
    clientY: 0,
    isCtrl: false,
    isShift: false,
    isPrimary: false,
  };
}

import { DRAG_THRESHOLD_PX } from '../../contract/constants.ts';
import type { StageRect, ViewerGesture } from '../../contract/viewer-events.ts';
import type { Orbit } from './orbit.ts';

type PointerGesture = Extract<ViewerGesture, { kind: 'pointer' }>;

/** Steps of one notch of a mouse wheel, by the wheel's unit: CSS pixels, lines, pages. */
const NOTCH_STEPS = [100, 3, 1];
/**
 * A pinch on a trackpad arrives as a wheel with Control and steps in pixels that mean a factor of e ^ (-step / 100); so
 * what was between the fingers stays there. Beyond this it is a mouse's wheel with the key held down.
 */
const PINCH_MAX_PX = 40;
const PINCH_UNIT_PX = 100;
/** Two taps within this time and as near as a finger hits twice are a double tap. */
const DOUBLE_TAP_MS = 350;
const DOUBLE_TAP_PX = 24;

export interface GestureTargets {
  readonly orbit: Orbit;
  /** A press and release in one place; CSS pixels from the stage's left and top edges. */
  tap(xPx: number, yPx: number, isDouble: boolean): void;
  /** The pointer hovers, no button down. */
  hover(xPx: number, yPx: number): void;
  /** It left the stage, or a button or finger went down. */
  hoverEnded(): void;
  /** A person moved the camera, or set it in motion. */
  moved(): void;
  /** What a person held was let go of after a drag: the camera may come to rest. */
  released(): void;
  readonly handles: HandleTargets;
}

/** What lies over the picture and can be taken hold of; CSS pixels from the stage's left and top edges. */
export interface HandleTargets {
  /** A press: true takes hold of a handle, and what this pointer does then goes to `drag` and `letGo` alone. */
  grab(xPx: number, yPx: number): boolean;
  drag(xPx: number, yPx: number, isCtrl: boolean, isShift: boolean): void;
  /** The pointer went up, or the system took it away. */
  letGo(): void;
}

interface Press {
  readonly startX: number;
  readonly startY: number;
  x: number;
  y: number;
  readonly button: number;
  readonly isPanning: boolean;
  readonly isTouch: boolean;
}

/** Turns gestures into camera motion and taps: the one place that decides what a press means. */
export class GestureRouter {
  readonly #targets: GestureTargets;
  readonly #presses = new Map<number, Press>();
  #rect: StageRect;
  /** One press is a tap only if nothing else happened meanwhile. */
  #canTap = false;
  /** The pointer that holds a handle; the others wait until it lets go. */
  #gripping: number | null = null;
  /** The tap before, while another one would make it a double tap. */
  #lastTap: { readonly x: number; readonly y: number; readonly timeMs: number } | null = null;

  constructor(rect: StageRect, targets: GestureTargets) {
    this.#rect = rect;
    this.#targets = targets;
  }

  /** True while a finger or button is down. */
  get isHeld(): boolean {
    return this.#presses.size > 0 || this.#gripping !== null;
  }

  setRect(rect: StageRect): void {
    this.#rect = rect;
  }

  route(gesture: ViewerGesture): void {
    if (gesture.kind === 'pointer') this.#pointer(gesture);
    else if (gesture.kind === 'wheel') this.#wheel(gesture);
    else if (gesture.kind === 'orbit-key') {
      this.#targets.orbit.turn(gesture.azimuthRadians, gesture.polarRadians);
      this.#targets.orbit.zoom(1 / gesture.zoom);
      this.#targets.orbit.step(gesture.right, gesture.up);
      this.#targets.moved();
    }
  }

  #pointer(gesture: PointerGesture): void {
    const x = gesture.clientX - this.#rect.left;
    const y = gesture.clientY - this.#rect.top;
    if (this.#gripping !== null) {
      this.#grip(gesture, x, y);
      return;
    }
    const press = this.#presses.get(gesture.pointerId);
    if (gesture.phase === 'down' || gesture.phase === 'leave') this.#targets.hoverEnded();
    if (gesture.phase === 'down') this.#down(gesture, x, y);
    else if (press === undefined) {
      if (gesture.phase === 'move') this.#targets.hover(x, y);
    } else if (gesture.phase === 'move') this.#move(press, x, y);
    else if (gesture.phase !== 'leave') {
      this.#presses.delete(gesture.pointerId);
      const isTap = gesture.phase === 'up' && this.#canTap && press.button === 0;
      if (isTap) this.#targets.tap(x, y, this.#isSecondTap(x, y, gesture.timeMs));
      else this.#targets.released();
    }
  }

  #isSecondTap(x: number, y: number, timeMs: number): boolean {
    const before = this.#lastTap;
    const isSecond =
      before !== null &&
      timeMs - before.timeMs < DOUBLE_TAP_MS &&
      Math.hypot(x - before.x, y - before.y) <= DOUBLE_TAP_PX;
    this.#lastTap = isSecond ? null : { x, y, timeMs };
    return isSecond;
  }

  #grip(gesture: PointerGesture, x: number, y: number): void {
    if (gesture.pointerId !== this.#gripping) return;
    if (gesture.phase === 'move') this.#targets.handles.drag(x, y, gesture.isCtrl, gesture.isShift);
    if (gesture.phase !== 'up' && gesture.phase !== 'cancel') return;
    this.#gripping = null;
    this.#targets.handles.letGo();
  }

  #down(gesture: PointerGesture, x: number, y: number): void {
    const { pointerId, button, isCtrl, isShift, pointerType } = gesture;
    const isTouch = pointerType === 'touch';
    // A second button of a mouse that is pressed already belongs to the same drag.
    if (this.#presses.has(pointerId)) return;
    if (this.#presses.size === 0 && button === 0 && this.#targets.handles.grab(x, y)) {
      this.#gripping = pointerId;
      return;
    }
    this.#canTap = this.#presses.size === 0;
    // A press catches what still glides.
    if (this.#canTap) this.#targets.orbit.stop();
    this.#presses.set(pointerId, {
      startX: x,
      startY: y,
      x,
      y,
      button,
      isPanning: button === 2 || button === 1 || isCtrl || isShift,
      isTouch,
    });
  }

  #move(press: Press, x: number, y: number): void {
    const { orbit } = this.#targets;
    const threshold = press.isTouch ? DRAG_THRESHOLD_PX.touch : DRAG_THRESHOLD_PX.mouse;
    const dx = x - press.x;
    const dy = y - press.y;
    if (this.#canTap && Math.hypot(x - press.startX, y - press.startY) <= threshold) return;
    this.#canTap = false;
    this.#lastTap = null;
    const [first, second] = [...this.#presses.values()];
    const { widthPx, heightPx } = this.#rect;
    if (first !== undefined && second !== undefined) {
      // A third finger holds nothing.
      if (press !== first && press !== second) return;
      const before = middleOf(first, second);
      press.x = x;
      press.y = y;
      const after = middleOf(first, second);
      orbit.drag(after.x - before.x, after.y - before.y, heightPx);
      const [fromX, fromY] = [after.x - widthPx / 2, after.y - heightPx / 2];
      if (before.span > 0 && after.span > 0) orbit.zoomAt(before.span / after.span, fromX, fromY, heightPx);
    } else {
      press.x = x;
      press.y = y;
      if (press.isPanning) orbit.pan(dx, dy, heightPx);
      else orbit.rotate(dx, dy);
    }
    this.#targets.moved();
  }

  /**
   * A wheel, and two fingers on a trackpad, come nearer or go away, as in every viewer of products; a pinch there does it
   * finely. Scrolling sideways does nothing.
   */
  #wheel({ deltaY, deltaMode, isCtrl }: Extract<ViewerGesture, { kind: 'wheel' }>): void {
    const { orbit } = this.#targets;
    if (deltaY === 0) return;
    const isPinch = isCtrl && deltaMode === 0 && Math.abs(deltaY) < PINCH_MAX_PX;
    if (isPinch) orbit.zoom(Math.exp(deltaY / PINCH_UNIT_PX));
    else orbit.wheel(deltaY / (NOTCH_STEPS[deltaMode] ?? PINCH_UNIT_PX));
    this.#targets.moved();
  }
}

/** Where two fingers are together, and how far apart. */
function middleOf(a: Press, b: Press): { x: number; y: number; span: number } {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, span: Math.hypot(a.x - b.x, a.y - b.y) };
}

import { expect, test } from 'vitest';
import type { ViewerGesture } from '../../../src/contract/viewer-events.ts';
import { Orbit } from '../../../src/workers/viewer/orbit.ts';
import { GestureRouter } from '../../../src/workers/viewer/route-gestures.ts';

const RECT = { left: 100, top: 50, widthPx: 400, heightPx: 400, pixelRatio: 1 };

function open() {
  const orbit = new Orbit();
  orbit.setPose({ position: [0, 0, 10], target: [0, 0, 0], up: [0, 1, 0], fovDegrees: 90 });
  const taps: number[][] = [];
  const doubles: boolean[] = [];
  const handled: unknown[][] = [];
  const router = new GestureRouter(RECT, {
    orbit,
    tap(x, y, isDouble) {
      taps.push([x, y]);
      doubles.push(isDouble);
    },
    hover: () => undefined,
    hoverEnded: () => undefined,
    moved: () => undefined,
    released: () => undefined,
    handles: {
      grab: (x, y) => x < 20 && y < 20,
      drag: (...values) => handled.push(['drag', ...values]),
      letGo: () => handled.push(['letGo']),
    },
  });
  type Pointer = Extract<ViewerGesture, { kind: 'pointer' }>;
  const send = (phase: Pointer['phase'], x: number, y: number, extra: Partial<Pointer> = {}): void =>
    router.route({
      kind: 'pointer',
      phase,
      pointerId: 1,
      pointerType: 'mouse',
      timeMs: 0,
      button: 0,
      buttons: 1,
      clientX: x,
      clientY: y,
      isCtrl: false,
      isShift: false,
      isPrimary: true,
      ...extra,
    });
  const settle = (): void => {
    for (let frame = 0; frame < 2_000 && orbit.update(1 / 60); frame++);
  };
  return { orbit, router, taps, doubles, handled, send, settle };
}

test('a press that moves 5 px at most is a tap, in stage coordinates', () => {
  const { orbit, taps, send, settle } = open();
  send('down', 300, 250);
  send('move', 304, 253);
  send('up', 304, 253);
  settle();
  expect(taps).toEqual([[204, 203]]);
  expect(orbit.position.x).toBe(0);
});

test('a longer way is a drag, for a finger after 10 px', () => {
  const mouse = open();
  mouse.send('down', 300, 250);
  mouse.send('move', 308, 250);
  mouse.send('up', 308, 250);
  mouse.settle();
  expect(mouse.taps).toEqual([]);
  expect(mouse.orbit.position.x).not.toBe(0);

  const touch = open();
  touch.send('down', 300, 250, { pointerType: 'touch' });
  touch.send('move', 308, 250, { pointerType: 'touch' });
  touch.send('up', 308, 250, { pointerType: 'touch' });
  expect(touch.taps).toHaveLength(1);
});

test('two taps in one place are a double tap by the time they were made, and a third begins anew', () => {
  const { doubles, send } = open();
  const tap = (x: number, timeMs: number): void => {
    send('down', x, 250, { timeMs });
    send('up', x, 250, { timeMs });
  };
  tap(300, 1_000);
  tap(310, 1_300);
  tap(310, 1_500);
  // Somewhere else, too late, and with a drag between them.
  tap(380, 1_600);
  tap(380, 2_100);
  send('down', 380, 250, { timeMs: 2_150 });
  send('move', 480, 250, { timeMs: 2_160 });
  send('up', 480, 250, { timeMs: 2_170 });
  tap(380, 2_200);
  expect(doubles).toEqual([false, true, false, false, false, false]);
});

test('the right button pans', () => {
  const { orbit, send, settle } = open();
  send('down', 300, 250, { button: 2 });
  send('move', 400, 250, { button: 2 });
  send('up', 400, 250, { button: 2 });
  settle();
  expect(orbit.target.x).toBeCloseTo(-5, 1);
});

test('two fingers pinch and pan, and neither is a tap', () => {
  const { orbit, taps, send, settle } = open();
  const finger = (pointerId: number) => ({ pointerType: 'touch', pointerId, isPrimary: pointerId === 1 });
  send('down', 280, 250, finger(1));
  send('down', 320, 250, finger(2));
  send('move', 260, 250, finger(1));
  send('move', 340, 250, finger(2));
  settle();
  // Twice as far apart: half the distance, and the middle has hardly moved.
  expect(orbit.position.distanceTo(orbit.target)).toBeCloseTo(5, 4);
  expect(Math.abs(orbit.target.x)).toBeLessThan(0.2);
  send('up', 260, 250, finger(1));
  send('up', 340, 250, finger(2));
  expect(taps).toEqual([]);
});

test('what two fingers hold stays under them: the point in their middle, wherever that is', () => {
  const { orbit, send } = open();
  const finger = (pointerId: number) => ({ pointerType: 'touch', pointerId, isPrimary: pointerId === 1 });
  // At 90 degrees and a distance of 10 the stage is 20 units wide: the middle, 100 px right of it, is at x = 5.
  send('down', 380, 250, finger(1));
  send('down', 420, 250, finger(2));
  send('move', 360, 250, finger(1));
  send('move', 440, 250, finger(2));
  expect(orbit.position.distanceTo(orbit.target)).toBeCloseTo(5, 6);
  expect(orbit.target.x + 2.5).toBeCloseTo(5, 6);
  // Side by side they pan at once, with no glide to wait for; a third finger holds nothing.
  send('down', 300, 300, finger(3));
  send('move', 300, 100, finger(3));
  send('move', 360, 290, finger(1));
  send('move', 440, 290, finger(2));
  expect(orbit.target.y).toBeCloseTo(1, 1);
  expect(orbit.update(1 / 60)).toBe(false);
});

test('a press catches what glides', () => {
  const { orbit, send } = open();
  send('down', 300, 250);
  send('move', 400, 250);
  send('up', 400, 250);
  expect(orbit.update(1 / 60)).toBe(true);
  send('down', 300, 250);
  expect(orbit.update(1 / 60)).toBe(false);
});

test.each([
  ['a notch in pixels', { deltaY: 100 }, 12],
  ['a notch in lines', { deltaY: 3, deltaMode: 1 }, 12],
  ['a page', { deltaY: -1, deltaMode: 2 }, 10 / 1.2],
  ['a pinch on a trackpad', { deltaY: -10, isCtrl: true }, 10 * Math.exp(-0.1)],
  ['a notch with Control', { deltaY: 100, isCtrl: true }, 12],
  ['scrolling sideways', { deltaY: 0 }, 10],
  ['a wild wheel', { deltaY: 10_000 }, 10 * 1.2 ** 4],
])('the wheel: %s', (_name, wheel, distance) => {
  const { orbit, router } = open();
  router.route({ kind: 'wheel', deltaMode: 0, clientX: 0, clientY: 0, isCtrl: false, ...wheel });
  expect(orbit.position.length()).toBeCloseTo(distance, 6);
});

test('a cancelled touch ends the gesture, and the next one works', () => {
  const { orbit, router, send, settle } = open();
  const touch = { pointerType: 'touch' };
  send('down', 300, 250, touch);
  send('move', 340, 250, touch);
  send('cancel', 340, 250, touch);
  settle();
  expect(router.isHeld).toBe(false);
  const { x } = orbit.position;
  send('move', 380, 250, touch);
  settle();
  expect(orbit.position.x).toBe(x);
  send('down', 300, 250, touch);
  send('move', 340, 250, touch);
  settle();
  expect(orbit.position.x).not.toBe(x);
});

test('keys turn and come nearer', () => {
  const { orbit, router, settle } = open();
  router.route({ kind: 'orbit-key', azimuthRadians: 0.5, polarRadians: 0, zoom: 1.25, right: 0, up: 0 });
  settle();
  expect(orbit.position.length()).toBeCloseTo(8, 4);
  expect(Math.atan2(orbit.position.x, orbit.position.z)).toBeCloseTo(0.5, 2);
});

test('keys pan by a twentieth of the product', () => {
  const { orbit, router, settle } = open();
  orbit.limitDistance(8);
  router.route({ kind: 'orbit-key', azimuthRadians: 0, polarRadians: 0, zoom: 1, right: 1, up: -1 });
  settle();
  expect(orbit.target.x).toBeCloseTo(0.4, 2);
  expect(orbit.target.y).toBeCloseTo(-0.4, 2);
});

test('a press on a handle drags it alone, and a pointer that is taken away lets go', () => {
  const { orbit, handled, taps, send, settle } = open();
  send('down', 110, 60);
  send('move', 130, 80, { isCtrl: true });
  send('down', 300, 250, { pointerId: 2, isPrimary: false });
  send('move', 340, 250, { pointerId: 2, isPrimary: false });
  send('up', 340, 250, { pointerId: 2, isPrimary: false });
  send('cancel', 130, 80);
  settle();
  expect(handled).toEqual([['drag', 30, 30, true, false], ['letGo']]);
  expect(orbit.position.x).toBe(0);

  send('down', 300, 250);
  send('up', 300, 250);
  expect(taps).toEqual([[200, 200]]);
});

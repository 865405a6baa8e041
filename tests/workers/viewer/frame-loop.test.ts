import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FrameLoop } from '../../../src/workers/viewer/frame-loop.ts';

const callbacks = new Map<number, () => void>();
let requests = 0;
let nowMs = 0;
/** The display ticks, a sixtieth of a second after the last time. */
function tick(): void {
  nowMs += 1_000 / 60;
  const due = [...callbacks.values()];
  callbacks.clear();
  for (const callback of due) callback();
}

beforeEach(() => {
  callbacks.clear();
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    callbacks.set(++requests, callback);
    return requests;
  });
  vi.stubGlobal('cancelAnimationFrame', (request: number) => callbacks.delete(request));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A loop whose steps ask for another while `moving` is not used up. */
function open(moving = 0) {
  const steps: number[] = [];
  let left = moving;
  const loop = new FrameLoop((elapsedMs) => {
    steps.push(elapsedMs);
    return left-- > 0;
  });
  return { loop, steps };
}

test('a message draws at once, in its own task, and the tick after it draws nothing', () => {
  const { loop, steps } = open();
  loop.hasten();
  expect(steps).toHaveLength(1);
  tick();
  tick();
  expect(steps).toHaveLength(1);
  expect(callbacks.size).toBe(0);
});

test('many messages between two ticks draw once at once; the last of them is drawn with the tick after the next', () => {
  const { loop, steps } = open();
  for (let message = 0; message < 8; message++) loop.hasten();
  expect(steps).toHaveLength(1);
  tick();
  expect(steps).toHaveLength(1);
  tick();
  expect(steps).toHaveLength(2);
  expect(callbacks.size).toBe(0);
});

test('during a drag every message draws in its own task, one a tick', () => {
  const { loop, steps } = open(1_000);
  for (let frame = 1; frame <= 20; frame++) {
    loop.hasten();
    expect(steps).toHaveLength(frame);
    tick();
    expect(steps).toHaveLength(frame);
  }
  // The hand rests: the ticks take over.
  tick();
  expect(steps).toHaveLength(21);
});

test('motion is told the time that passed, a sixtieth of a second at first, and no pause', () => {
  const { loop, steps } = open(2);
  loop.invalidate();
  nowMs -= 1_000 / 60;
  tick();
  tick();
  nowMs += 5_000;
  tick();
  expect(steps.map(Math.round)).toEqual([17, 17, 100]);
});

test('out of sight nothing is drawn; back in sight one frame is', () => {
  const { loop, steps } = open();
  loop.hasten();
  loop.setPaused(true);
  loop.hasten();
  loop.invalidate();
  tick();
  expect(steps).toHaveLength(1);
  loop.setPaused(false);
  tick();
  expect(steps).toHaveLength(2);
});

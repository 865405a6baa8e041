import { expect, test } from 'vitest';
import { Pace } from '../../../src/workers/viewer/pace.ts';
import { makeBoxes } from '../../support/box-model.ts';
import { base64, openViewerPage, openViewerTests, STAGE_PX } from '../../support/viewer-page.ts';

/** Resolution after each frame of a motion. */
function move(pace: Pace, ...frames: readonly number[]): number[] {
  return frames.map((elapsedMs) => {
    pace.count(true, elapsedMs);
    return pace.resolution;
  });
}

test.each([
  ['quick frames', [16, 17, 33, 40], [1, 1, 1, 1]],
  ['a hiccup', [16, 100, 16, 100, 16], [1, 1, 1, 1, 1]],
  ['frames that are a little slow', [16, 50, 50, 50, 50], [1, 1, 1, 0.5, 0.5]],
  ['frames that are very slow', [16, 100, 100], [1, 1, 0.5]],
  ['frames that are quick again for being coarse', [100, 100, 20, 20, 20], [1, 0.5, 0.5, 0.5, 0.5]],
])('%s', (_kind, frames, resolutions) => {
  expect(move(new Pace(), ...frames)).toEqual(resolutions);
});

test('what comes to rest is drawn in full, and the next motion is judged anew', () => {
  const pace = new Pace();
  move(pace, 100, 100);
  pace.count(false, 100);
  expect(pace.resolution).toBe(1);
  expect(move(pace, 100, 16, 100, 100)).toEqual([1, 1, 1, 0.5]);
});

test('a light model on a slow machine turns coarser, and is drawn in full when it stands', async () => {
  const tests = await openViewerTests(1);
  try {
    // Time runs twenty times as fast, so that every frame is a slow one on any machine.
    const page = await openViewerPage(tests, '?viewer=page', undefined, () => {
      const real = performance.now.bind(performance);
      performance.now = () => 20 * real();
    });
    const glb = makeBoxes([{ name: 'box', size: [1, 1, 1], centre: [0, 0, 0] }]);
    const widths = await page.evaluate(
      async (bytes) => {
        const { harness } = window;
        const canvas = document.querySelector('#host canvas') as HTMLCanvasElement;
        await harness.show(bytes);
        const seen = [canvas.width];
        await harness.viewer.api.setTurntable(true);
        while (canvas.width === seen[0]) await harness.wait('frameDrawn', harness.events.length);
        seen.push(canvas.width);
        const stopped = harness.events.length;
        await harness.viewer.api.setTurntable(false);
        await harness.wait('cameraSettled', stopped);
        return [...seen, canvas.width];
      },
      base64(new Uint8Array(glb)),
    );
    expect(widths).toEqual([STAGE_PX, STAGE_PX / 2, STAGE_PX]);
  } finally {
    await tests.close();
  }
});

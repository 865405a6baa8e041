import type { Page } from 'playwright';
import { Box3, Matrix4, PerspectiveCamera, Vector3 } from 'three';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { normaliseModel } from '../../../src/app/model/normalise-model.ts';
import { standUpright, turnToAxis, UP_AXES, type UpAxis } from '../../../src/contract/scene/up-axis.ts';
import { IDENTITY } from '../../../src/tracer/matrix.ts';
import { placeFoot } from '../../../src/workers/viewer/top-arrow.ts';
import { makeBoxes } from '../../support/box-model.ts';
import type { TestBrowser } from '../../support/browser.ts';
import {
  base64,
  captureOf,
  MODES,
  openViewerPage,
  openViewerTests,
  STAGE_PX,
  screenOf,
} from '../../support/viewer-page.ts';

/** Made with Z up: a shaft on the ground, and a tip whose middle is 9 high. */
const ARROW = makeBoxes([
  { name: 'shaft', size: [1, 1, 8], centre: [0, 0, 4], isBaked: true },
  { name: 'tip', size: [2.4, 2.4, 2], centre: [0, 0, 9], isBaked: true },
]);
const BOUNDS = { min: [-1.2, -1.2, 0], max: [1.2, 1.2, 10] };
const TIP = new Vector3(0, 4, 0);
const EYE = new Vector3(11, 8, 16);
const SHIFT = new Matrix4().makeTranslation(1.5, 0, 0).toArray();

let tests: TestBrowser;
beforeAll(async () => {
  tests = await openViewerTests(1);
});
afterAll(() => tests.close());

/** Where the tip is drawn, in pixels of a capture. */
async function findTip(page: Page): Promise<[number, number]> {
  const { ids } = await captureOf(page, ['ids']);
  const sum = [0, 0, 0];
  for (let y = 0; y < STAGE_PX; y++) {
    for (let x = 0; x < STAGE_PX; x++) {
      // Material 1: red is its index + 2.
      if (ids?.at(x, y)[0] !== 3) continue;
      sum[0] = (sum[0] ?? 0) + x;
      sum[1] = (sum[1] ?? 0) + y;
      sum[2] = (sum[2] ?? 0) + 1;
    }
  }
  const [x = 0, y = 0, count = 0] = sum;
  return [x / count, y / count];
}

function openEye(): PerspectiveCamera {
  const camera = new PerspectiveCamera(45, 1, 0.1, 100);
  camera.position.copy(EYE);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  return camera;
}

/** Where a point of the stage is seen from the eye. */
function project(point: Vector3): [number, number] {
  const { x, y } = point.clone().project(openEye());
  return [((x + 1) / 2) * STAGE_PX, ((1 - y) / 2) * STAGE_PX];
}

async function expectTip(page: Page, at: Vector3): Promise<void> {
  const [[x, y], [wantedX, wantedY]] = [await findTip(page), project(at)];
  // A part of the tip may hide behind the shaft.
  expect(Math.hypot(x - wantedX, y - wantedY), `${x} ${y} instead of ${wantedX} ${wantedY}`).toBeLessThan(9);
}

const turned = (axis: UpAxis, point: Vector3) =>
  point.clone().applyMatrix4(new Matrix4().fromArray([...turnToAxis(axis)]));

describe.each(MODES)('in the %s', (_mode, query) => {
  let page: Page;
  beforeAll(async () => {
    page = await openViewerPage(tests, query);
    await page.evaluate(
      async ([glb, normalisation, eye]) => {
        await window.harness.show(glb, { normalisation });
        await window.harness.look(eye);
      },
      [base64(ARROW), normaliseModel(BOUNDS, standUpright('Z_UP')), EYE.toArray()] as const,
    );
  });
  afterAll(() => page.close());

  const setUpAxis = (axis: UpAxis) => page.evaluate((to) => window.harness.viewer.api.setUpAxis(to), axis);
  const setTransform = (matrix: readonly number[], transitionMs: number) =>
    page.evaluate(([to, time]) => window.harness.viewer.api.setModelTransform(to, time), [
      matrix,
      transitionMs,
    ] as const);

  const setNormalisation = (turn: readonly number[]) =>
    page.evaluate(
      (matrix) => window.harness.viewer.api.setNormalisation(matrix),
      [...normaliseModel(BOUNDS, turn)],
    );
  const showTopArrow = (isShown: boolean) =>
    page.evaluate((shows) => window.harness.viewer.api.showTopArrow(shows), isShown);
  // As it was, whatever became of the test before.
  beforeEach(async () => {
    await showTopArrow(false);
    await setNormalisation(standUpright('Z_UP'));
    await setUpAxis('Y_UP');
    await setTransform(IDENTITY, 0);
  });

  test('the top points to each axis that is chosen, and back', async () => {
    await expectTip(page, TIP);
    for (const axis of UP_AXES) {
      await setUpAxis(axis);
      await expectTip(page, turned(axis, TIP));
    }
    await setUpAxis('Y_UP');
    await expectTip(page, TIP);
  });

  test('what the transform tool did is turned with the model, and stays', async () => {
    await setUpAxis('X_UP');
    await setTransform(SHIFT, 0);
    await expectTip(page, turned('X_UP', TIP.clone().setX(1.5)));
    await setUpAxis('Y_UP');
    await expectTip(page, TIP.clone().setX(1.5));
    await setTransform(IDENTITY, 0);
    await expectTip(page, TIP);
  });

  test('a transition arrives, and nobody is told that a person moved something', async () => {
    const from = await page.evaluate(() => window.harness.events.length);
    await setTransform(SHIFT, 80);
    await expectTip(page, TIP.clone().setX(1.5));
    const kinds = await page.evaluate(
      (start) => window.harness.events.slice(start).map(({ kind }) => kind),
      from,
    );
    expect(kinds.filter((kind) => kind === 'frameDrawn').length).toBeGreaterThan(1);
    expect(kinds).not.toContain('modelMoved');
    expect(kinds).not.toContain('cameraSettled');
  });

  test('an arrow shows where the top points, and is in no capture', async () => {
    /** The middle of its head: the arrow is 1.1 long and stands on the box, or as far inside as it is seen whole. */
    const headOf = (axis: UpAxis): Vector3 => {
      const corner = turned(axis, new Vector3(1.2, 5, 1.2));
      const box = new Box3().setFromPoints([corner, corner.clone().negate()]);
      const direction = turned(axis, new Vector3(0, 1, 0));
      return placeFoot(openEye(), box, direction, 1.1).addScaledVector(direction, 0.82 * 1.1);
    };
    const strongest = ([r, g, b]: readonly number[]) => [r, g, b].indexOf(Math.max(r ?? 0, g ?? 0, b ?? 0));
    await showTopArrow(true);
    for (const [axis, channel] of [
      ['Y_UP', 1],
      ['X_UP', 0],
      ['Z_UP', 2],
    ] as const) {
      await setUpAxis(axis);
      const [x, y] = project(headOf(axis));
      const [shown, { snapshot }] = [(await screenOf(page)).at(x, y), await captureOf(page, ['snapshot'])];
      expect(Math.max(...shown) - Math.min(...shown)).toBeGreaterThan(100);
      expect(strongest(shown)).toBe(channel);
      const captured = snapshot?.at(x, y) ?? [0, 255, 0];
      expect(Math.max(...captured) - Math.min(...captured)).toBeLessThan(30);
    }
    await setUpAxis('Y_UP');
    await showTopArrow(false);
    const [x, y] = project(headOf('Y_UP'));
    const gone = (await screenOf(page)).at(x, y);
    expect(Math.max(...gone) - Math.min(...gone)).toBeLessThan(30);
  });

  test('the file stands as it was made when asked to', async () => {
    await setNormalisation(IDENTITY);
    await expectTip(page, new Vector3(0, 0, 4));
    await setNormalisation(standUpright('Z_UP'));
    await expectTip(page, TIP);
  });
});

import { Matrix4, PerspectiveCamera } from 'three';
import { expect, test } from 'vitest';
import type { Label } from '../../../src/contract/scene/label.ts';
import { outlineLabel } from '../../../src/workers/viewer/outline-label.ts';
import { FLAT_LABEL } from '../../support/flat-label.ts';

const RECT = { widthPx: 800, heightPx: 800 };

/** A camera 10 units before the label, which sees 10 units at its distance: 80 pixels are a unit. */
function see(label: Partial<Label>, toStage = new Matrix4()) {
  const camera = new PerspectiveCamera((2 * Math.atan(0.5) * 180) / Math.PI, 1, 0.1, 100);
  camera.position.set(0, 0, 12);
  camera.updateMatrixWorld();
  return outlineLabel({ ...FLAT_LABEL, ...label }, toStage, camera, RECT);
}

test('the corners of a flat label stand where it is seen, from the top left on', () => {
  expect(see({})).toMatchObject({
    middle: [400, 400],
    corners: [
      [240, 320],
      [560, 320],
      [560, 480],
      [240, 480],
    ],
  });
});

test('a label that was turned left has its top left corner at the bottom left', () => {
  expect(see({ rotationRadians: Math.PI / 2 })?.corners[0]).toEqual([320, 560]);
});

test('the edges of a wrapped label are bent, and its corners lie back', () => {
  const outline = see({ projection: 'wrapped' });
  const [left = [0, 0]] = outline?.corners ?? [];
  expect(left[0]).toBeGreaterThan(240);
  expect(new Set(outline?.edge.slice(0, 8).map(([, y]) => y)).size).toBeGreaterThan(2);
});

test('it goes along with the product, and is not seen from behind', () => {
  expect(see({}, new Matrix4().makeTranslation(1, 0, 0))?.middle).toEqual([480, 400]);
  expect(see({}, new Matrix4().makeRotationY(Math.PI))).toBeNull();
  expect(see({}, new Matrix4().makeTranslation(0, 0, 11))).toBeNull();
});

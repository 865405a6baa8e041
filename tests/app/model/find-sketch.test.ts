import { expect, test } from 'vitest';
import { findSketch, listPictures, visibleSteps } from '../../../src/app/model/find-sketch.ts';
import type { SketchRow, SketchStep } from '../../../src/app/values/sketch.ts';
import { ContentHash } from '../../../src/contract/ids.ts';
import type { CameraPose } from '../../../src/contract/render-spec.ts';
import { hashOf } from '../../support/fake-outside.ts';

const POSE: CameraPose = {
  position: [0, 2, 15],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
};

const CHAIR = ContentHash.parse('a'.repeat(64));
const LAMP = ContentHash.parse('b'.repeat(64));

function sketchAt(id: string, pose: CameraPose): SketchRow {
  return {
    id,
    projectKey: 'p',
    modelHash: CHAIR,
    pose,
    steps: [],
    undone: [],
    pictureHash: null,
    updatedAt: 1,
  };
}

const stroke = (id: string): SketchStep => ({ id, kind: 'stroke', isEraser: false, segments: [] });

test('a sketch belongs to the model and the view it was painted over, but for rounding', () => {
  const rows = [sketchAt('other', { ...POSE, fovDegrees: 50 }), sketchAt('mine', POSE)];
  const rounded: CameraPose = { ...POSE, position: [0.00001, 2, 15.00002], quaternion: [0, 0, 0, -1] };
  expect(findSketch(rows, CHAIR, rounded)?.id).toBe('mine');
  expect(findSketch(rows, CHAIR, { ...POSE, position: [0.01, 2, 15] })).toBeUndefined();
  expect(findSketch(rows, CHAIR, { ...POSE, target: [0, 1, 0] })).toBeUndefined();
  expect(findSketch(rows, CHAIR, { ...POSE, up: [0, 0, 1] })).toBeUndefined();
  expect(findSketch(rows, LAMP, POSE)).toBeUndefined();
});

test('only what came since the last clearing can be seen, light of a recipe too', () => {
  const clear = (id: string): SketchStep => ({ id, kind: 'clear' });
  const ids = (...steps: SketchStep[]) => visibleSteps(steps).map(({ id }) => id);
  expect(ids(stroke('a'), stroke('b'))).toEqual(['a', 'b']);
  expect(ids(stroke('a'), clear('x'), stroke('b'), clear('y'), stroke('c'))).toEqual(['c']);
  expect(ids(stroke('a'), clear('x'))).toEqual([]);
  const hash = hashOf(new Uint8Array([1]));
  const light: SketchStep = { id: 'light', kind: 'picture', hash, widthPx: 512, heightPx: 512 };
  expect(ids(stroke('a'), clear('x'), light, stroke('b'))).toEqual(['light', 'b']);
  expect(listPictures([light, stroke('a'), light])).toEqual([hash]);
});

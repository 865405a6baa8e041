import { expect, test } from 'vitest';
import { followTransform } from '../../../../src/app/features/transform/follow-transform.ts';
import { IDENTITY_MATRIX } from '../../../../src/contract/constants.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { createFakeViewer } from '../../../support/fake-viewer.ts';

const turn = () => new Promise((resolve) => setTimeout(resolve));

test('a drag that a lost scene took along is over, and the next scene has the handles', async () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const { stage, transform } = app.state;
  stage.modelHash = ContentHash.parse('a'.repeat(64));
  const viewer = createFakeViewer();
  const stop = followTransform(app, viewer);
  stage.toolbar = 'transform';
  await turn();
  const [told] = viewer.calls;
  expect(told).toMatchObject(['setTransformTool', { mode: 'translate', isSelected: true }]);
  viewer.emit({ kind: 'snapChanged', snap: 'fine' });
  viewer.emit({ kind: 'modelMoved', matrix: [...IDENTITY_MATRIX], isDone: false });
  expect(transform.dragged).not.toBeNull();
  viewer.emit({ kind: 'sceneLost' });
  expect(transform).toMatchObject({ dragged: null, snap: 'none', isSelected: true });
  viewer.emit({ kind: 'needsScene' });
  expect(viewer.calls).toEqual([told, told]);
  stop();
});

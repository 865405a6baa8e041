import { expect, test } from 'vitest';
import { followHighlight } from '../../../../src/app/features/materials/follow-highlight.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { createFakeViewer } from '../../../support/fake-viewer.ts';

const turn = () => new Promise((resolve) => setTimeout(resolve));

test('what a row points at is lit, once, and again on a model that has just come', async () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const viewer = createFakeViewer();
  const stop = followHighlight(app, viewer);
  const seat = { kind: 'node', nodeIndex: 3 } as const;
  app.state.stage.lit = seat;
  await turn();
  app.state.stage.cursor = 'pointer';
  await turn();
  expect(viewer.calls).toEqual([['highlight', seat]]);
  // Another viewer has taken over: it is told once the model stands, since a model comes unlit.
  viewer.emit({ kind: 'needsScene' });
  viewer.emit({ kind: 'loadProgressed', modelId: 'a', fraction: 0.9 });
  expect(viewer.calls).toHaveLength(1);
  viewer.emit({ kind: 'loadProgressed', modelId: 'a', fraction: 1 });
  expect(viewer.calls).toHaveLength(2);
  app.state.stage.lit = null;
  await turn();
  expect(viewer.calls[2]).toEqual(['highlight', null]);
  viewer.emit({ kind: 'loadProgressed', modelId: 'b', fraction: 1 });
  expect(viewer.calls).toHaveLength(3);
  stop();
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { assignSettings, currentSettings } from '../../../../src/app/core/edit-settings.ts';
import { followLabels } from '../../../../src/app/features/labels/follow-labels.ts';
import { nudgeLabel } from '../../../../src/app/features/labels/nudge-label.ts';
import { keepDraft } from '../../../../src/app/features/labels/reshape-label.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import type { LabelPlace } from '../../../../src/contract/stage.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { createFakeViewer, type FakeViewer } from '../../../support/fake-viewer.ts';
import { FLAT_LABEL } from '../../../support/flat-label.ts';

const BOTTLE = ContentHash.parse('b1'.repeat(32));
const CARTON = ContentHash.parse('c2'.repeat(32));
const PLACE: LabelPlace = {
  position: [1, 0, 3],
  normal: [0, 0, 1],
  axis: [0, 1, 0],
  radius: null,
  nodeIndex: 4,
  materialIndex: 2,
};
const WAITING = {
  hash: FLAT_LABEL.imageHash,
  name: 'Oliva',
  widthPx: 60,
  heightPx: 40,
  widthMetres: null,
};

let app: App;
let viewer: FakeViewer;
let stop: () => void;
beforeEach(() => {
  app = createTestApp(createFakeOutside(createFakeServer()));
  viewer = createFakeViewer({ labelPlaceAt: PLACE, labelPlaceNear: PLACE });
  app.viewer.current = viewer;
  assignSettings(app, { model_hash: BOTTLE });
  app.state.stage.modelHash = BOTTLE;
  stop = followLabels(app, viewer);
});
afterEach(() => stop());

const labels = () => currentSettings(app).render_settings.labels;
const setLabels = (...list: (typeof FLAT_LABEL)[]) => {
  assignSettings(app, { render_settings: { ...currentSettings(app).render_settings, labels: list } });
};
const settle = () => new Promise((resolve) => setTimeout(resolve));
const tools = () => viewer.calls.filter(([method]) => method === 'setLabelTool').map(([, index]) => index);
const tap = async (): Promise<void> => {
  viewer.emit({ kind: 'partPicked', xPx: 9, yPx: 9 } as never);
  await settle();
};

test('a picture that waits goes where the product is tapped, and waits on while another model is on its way', async () => {
  app.state.labels.waiting = WAITING;
  assignSettings(app, { model_hash: CARTON });
  await tap();
  expect(labels()).toEqual([]);
  expect(app.state.labels.waiting).toEqual(WAITING);

  app.state.stage.modelHash = CARTON;
  await tap();
  expect(labels()).toMatchObject([{ name: 'Oliva', target: { kind: 'node', nodeIndex: 4 } }]);
});

test('a label of a model that is on its way is not moved by the surface of the one before', async () => {
  app.state.labels.isOpen = true;
  app.state.labels.selected = 0;
  setLabels(FLAT_LABEL);
  await settle();
  expect(tools()).toEqual([0]);
  app.state.labels.draft = { index: 0, label: { ...FLAT_LABEL, width: 9 } };

  const other = { ...FLAT_LABEL, name: 'carton' };
  assignSettings(app, { model_hash: CARTON });
  setLabels(other);
  viewer.emit({ kind: 'labelMoved', index: 0, place: PLACE } as never);
  await nudgeLabel(app, 0, 1, 0);
  await settle();
  keepDraft(app);
  expect(labels()).toEqual([other]);
  expect(tools()).toEqual([0, null]);

  app.state.stage.modelHash = CARTON;
  await settle();
  expect(tools()).toEqual([0, null, 0]);
  viewer.emit({ kind: 'labelMoved', index: 0, place: PLACE } as never);
  expect(labels()).toMatchObject([{ name: 'carton', position: [1, 0, 3] }]);
});

test('a model that leaves while the stage is asked takes the answer with it', async () => {
  app.state.labels.waiting = WAITING;
  viewer.emit({ kind: 'partPicked', xPx: 9, yPx: 9 } as never);
  assignSettings(app, { model_hash: CARTON });
  await settle();
  expect(labels()).toEqual([]);
  expect(app.state.labels.waiting).toEqual(WAITING);
});

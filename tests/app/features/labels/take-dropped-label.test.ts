import { beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { assignSettings, currentSettings } from '../../../../src/app/core/edit-settings.ts';
import { takeDroppedLabel } from '../../../../src/app/features/labels/take-dropped-label.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import type { DrawnPage } from '../../../../src/contract/compute-values.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import type { LabelPlace } from '../../../../src/contract/stage.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, until } from '../../../support/fake-outside.ts';
import { createFakeViewer, type FakeViewer } from '../../../support/fake-viewer.ts';
import { LATE_TEXTS } from '../../../support/late-texts.ts';

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
const PAGE = new File(['%PDF-1.7'], 'Oliva.pdf', { type: 'application/pdf' });
const words = LATE_TEXTS.en.labels;

let app: App;
let viewer: FakeViewer;
let release: () => void;
beforeEach(() => {
  const base = createTestApp(createFakeOutside(createFakeServer()));
  const page: DrawnPage = {
    bitmap: {} as ImageBitmap,
    widthMetres: 0.06,
    pageCount: 1,
    isUncut: false,
    isPartial: false,
  };
  const drawn = new Promise<DrawnPage>((resolve) => {
    release = () => resolve(page);
  });
  app = { ...base, compute: (signal) => ({ ...base.compute(signal), drawPdf: () => drawn }) };
  viewer = { ...createFakeViewer({ labelPlaceAt: PLACE }), placeOf: () => ({ xPx: 9, yPx: 9 }) };
  app.viewer.current = viewer;
  assignSettings(app, { model_hash: BOTTLE });
  app.state.stage.modelHash = BOTTLE;
});

const labels = () => currentSettings(app).render_settings.labels;
const told = () => app.toasts.queue.visibleToasts.map(({ content }) => content.title);

test('a dropped page goes where it was dropped, whatever is seen there once it is read, which is said meanwhile', async () => {
  const taking = takeDroppedLabel(app, textsOf('en'), PAGE, [30, 40]);
  await until(() => viewer.calls.some(([method]) => method === 'labelPlaceAt'));
  expect(app.state.labels.isReading).toBe(true);
  expect(app.state.shell.panelTab).toBe('labels');
  expect(told()).toEqual([words.reading]);
  release();
  await taking;
  expect(labels()).toMatchObject([{ name: 'Oliva', position: PLACE.position }]);
  expect(told()).toEqual([]);
});

test.each<[string, () => void]>([
  ['another product', () => assignSettings(app, { model_hash: CARTON })],
  [
    'another project',
    () => {
      app.state.project.key = 'other';
    },
  ],
  [
    'another person',
    () => {
      app.state.account.userId = 8;
    },
  ],
])(
  'a page that was dropped for what was there before %s came is put nowhere, and that is told',
  async (_what, come) => {
    const taking = takeDroppedLabel(app, textsOf('en'), PAGE, [30, 40]);
    await until(() => app.state.labels.isReading);
    come();
    app.state.stage.modelHash = currentSettings(app).model_hash;
    release();
    await taking;
    expect(labels()).toEqual([]);
    expect(app.state.labels.waiting).toBeNull();
    expect(told()).toEqual([words.left('Oliva.pdf')]);
  },
);

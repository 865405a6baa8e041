import { beforeEach, expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { assignSettings, currentSettings } from '../../../../src/app/core/edit-settings.ts';
import { followLabels } from '../../../../src/app/features/labels/follow-labels.ts';
import { makeLabel } from '../../../../src/app/features/labels/place-label.ts';
import { takeDroppedLabel } from '../../../../src/app/features/labels/take-dropped-label.ts';
import type { WaitingLabel } from '../../../../src/app/state/labels.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import type { DrawnPage } from '../../../../src/contract/compute-values.ts';
import { LABELS_MAX } from '../../../../src/contract/constants.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import type { Label } from '../../../../src/contract/scene/label.ts';
import type { LabelPlace } from '../../../../src/contract/stage.ts';
import type { ViewerEvent } from '../../../../src/contract/viewer-events.ts';
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
let releaseFirst: () => void;
beforeEach(() => {
  const base = createTestApp(createFakeOutside(createFakeServer()));
  const page: DrawnPage = {
    bitmap: {} as ImageBitmap,
    widthMetres: 0.06,
    pageCount: 1,
    isUncut: false,
    isPartial: false,
  };
  const waiting: (() => void)[] = [];
  const drawPdf = () => new Promise<DrawnPage>((resolve) => void waiting.push(() => resolve(page)));
  releaseFirst = () => waiting.shift()?.();
  release = () => {
    while (waiting.length > 0) releaseFirst();
  };
  app = { ...base, compute: (signal) => ({ ...base.compute(signal), drawPdf }) };
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
  expect(app.state.labels.reading).toHaveLength(1);
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
    await until(() => app.state.labels.reading.length > 0);
    come();
    app.state.stage.modelHash = currentSettings(app).model_hash;
    release();
    await taking;
    expect(labels()).toEqual([]);
    expect(app.state.labels.waiting).toBeNull();
    expect(told()).toEqual([words.left('Oliva.pdf')]);
  },
);

const LOGO: WaitingLabel = { hash: CARTON, name: 'Logo', widthPx: 400, heightPx: 200, widthMetres: null };
/** Drops a page at a point of the stage, or beside it, and has it read. */
async function dropPage(at: readonly [number, number] | null, file = PAGE): Promise<void> {
  const taking = takeDroppedLabel(app, textsOf('en'), file, at);
  await until(() => app.state.labels.reading.length > 0);
  // It is asked for in the same turn or a later one.
  const reading = setInterval(release);
  await taking;
  clearInterval(reading);
}

test('a picture that waits goes on waiting while another is put on, and no second one takes its place', async () => {
  app.state.labels.waiting = LOGO;
  await dropPage([30, 40]);
  expect(labels()).toMatchObject([{ name: 'Oliva' }]);
  expect(app.state.labels.waiting).toEqual(LOGO);
  await dropPage(null);
  expect(labels()).toHaveLength(1);
  expect(app.state.labels.waiting).toEqual(LOGO);
  expect(told()).toEqual([words.oneWaits('Oliva', 'Logo')]);
});

test('where the last label was put on meanwhile, the picture that waits says so and waits on', async () => {
  const full: Label[] = Array.from({ length: LABELS_MAX }, () => makeLabel(LOGO, PLACE, 1));
  const look = currentSettings(app).render_settings;
  app.state.labels.waiting = LOGO;
  assignSettings(app, { render_settings: { ...look, labels: full } });
  const stop = followLabels(app, viewer);
  const hit = { kind: 'partPicked', hit: null, xPx: 9, yPx: 9 } as unknown as ViewerEvent;
  viewer.emit(hit);
  await until(() => told().length > 0);
  expect(told()).toEqual([words.full(LABELS_MAX)]);
  expect(labels()).toHaveLength(LABELS_MAX);
  expect(app.state.labels.waiting).toEqual(LOGO);
  assignSettings(app, { render_settings: { ...look, labels: full.slice(1) } });
  viewer.emit(hit);
  await until(() => app.state.labels.waiting === null);
  expect(labels()).toHaveLength(LABELS_MAX);
  stop();
});

test('of two pages that are read at once the list is busy until both are there', async () => {
  const taking = [PAGE, PAGE].map((file) => takeDroppedLabel(app, textsOf('en'), file, [30, 40]));
  await until(() => app.state.labels.reading.length === 2);
  const [first, second] = taking;
  const reading = setInterval(() => labels().length === 0 && releaseFirst());
  await Promise.race([first, second]);
  clearInterval(reading);
  expect(app.state.labels.reading).toHaveLength(1);
  const rest = setInterval(release);
  await Promise.all(taking);
  clearInterval(rest);
  expect(app.state.labels.reading).toEqual([]);
});

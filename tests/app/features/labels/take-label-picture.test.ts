import { expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { takeLabelPicture } from '../../../../src/app/features/labels/take-label-picture.ts';
import { describeFailure } from '../../../../src/app/texts/describe-failure.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import type { ComputeApi } from '../../../../src/contract/compute-api.ts';
import { AppError } from '../../../../src/contract/failure.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { LATE_TEXTS } from '../../../support/late-texts.ts';

const PAGE = new File(['%PDF-1.7'], 'Oliva.pdf', { type: 'application/pdf' });
const words = LATE_TEXTS.en.labels;

/** A page's tools, in which a PDF is drawn so. */
function toolsWith(drawPdf: (signal: AbortSignal | undefined) => ReturnType<ComputeApi['drawPdf']>) {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const compute: App['compute'] = (signal) => ({ ...app.compute(signal), drawPdf: () => drawPdf(signal) });
  const told = () => app.toasts.queue.visibleToasts.map(({ content }) => content.title);
  const { state, toasts, storage, outside } = app;
  return { tools: { state, toasts, storage, outside, compute }, told };
}

test('a page becomes a label of its own size; that it has more, lacks a typeface and may have margins, is told', async () => {
  const bitmap = {} as ImageBitmap;
  const drawn = { bitmap, widthMetres: 0.06, pageCount: 2, isUncut: true, isPartial: true };
  const { tools, told } = toolsWith(async () => drawn);
  const picture = await takeLabelPicture(tools, textsOf('en'), PAGE);
  expect(picture).toMatchObject({ name: 'Oliva', widthMetres: 0.06 });
  expect(told().sort()).toEqual(
    [words.firstPage('Oliva.pdf'), words.partialPdf('Oliva.pdf'), words.wholePage('Oliva.pdf')].sort(),
  );
});

test.each<[string, (signal: AbortSignal | undefined) => Promise<null>]>([
  ['is no PDF', async () => null],
  [
    'takes for ever',
    (signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')));
      }),
  ],
])('a page that %s is refused in a sentence, and the next one is taken', async (_what, draw) => {
  const { tools, told } = toolsWith(draw);
  const patience = new AbortController();
  const taking = takeLabelPicture(tools, textsOf('en'), PAGE, patience.signal);
  expect(tools.state.labels.reading).toHaveLength(1);
  patience.abort();
  expect(await taking).toBeNull();
  expect(told()).toEqual([words.badPdf('Oliva.pdf')]);
  expect(tools.state.labels.reading).toEqual([]);
});

test('where the drawing itself stopped, or its code did not come, nothing is said of the file', async () => {
  const { tools, told } = toolsWith(async () => {
    throw new AppError({ code: 'worker-crashed', worker: 'drawPdf' });
  });
  expect(await takeLabelPicture(tools, textsOf('en'), PAGE)).toBeNull();
  expect(told()).toEqual([describeFailure(textsOf('en'), { code: 'worker-crashed', worker: 'drawPdf' })]);
});

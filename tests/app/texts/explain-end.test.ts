import { expect, test } from 'vitest';
import { explainEnd } from '../../../src/app/texts/explain-end.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../support/fake-outside.ts';

test('an order that failed says what a person can do, and otherwise what came back', () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const texts = app.texts();
  expect(explainEnd(texts, 'engine-out-of-memory', 200)).toContain('choose a smaller size');
  expect(explainEnd(texts, 'engine-lost', 200)).toContain('broke off');
  expect(explainEnd(texts, 'image-unreadable', 200)).toBe(
    'Render failed. 200 credits came back. One of its pictures could not be read: choose that picture again.',
  );
  expect(explainEnd(texts, 'model-unreadable', 0)).toBe(
    'Render failed. The model could not be read: open its file again.',
  );
  for (const code of ['engine-failed', 'server-failed', 'constructor', null]) {
    expect(explainEnd(texts, code, 200)).toBe('Render failed. 200 credits came back.');
  }
});

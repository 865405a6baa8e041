import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendFeedback } from '../../../src/app/features/feedback/send-feedback.ts';
import { TOAST_MS } from '../../../src/contract/constants.ts';
import type { FeedbackContext } from '../../../src/contract/http/feedback.ts';
import { LATE_TEXTS } from '../../support/late-texts.ts';
import { openDevice } from '../../support/real-outside.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const CONTEXT: FeedbackContext = {
  url: 'http://localhost:8000/',
  hash: '#create',
  timestamp: '2026-11-22T01:00:00.000Z',
  userAgent: 'a browser',
  viewport: { width: 1440, height: 900 },
};
const DRAFT = { type: 'bug', title: 'The chair is blue', description: 'It should be red.' } as const;

/** S1 8: "Feedback failure: toast 'Error sending feedback'"; it stands for about 4 s (S1 4, S1 9). */
test.each([
  [
    'en',
    'Error sending feedback',
    'The picture “screenshot.jpg” could not be read: it is damaged or of a kind that is not known here. Choose another one, or save it again as JPEG, PNG or WebP.',
  ],
  [
    'es',
    'Error al enviar los comentarios',
    'No se ha podido leer la imagen «screenshot.jpg»: está dañada o es de un tipo que aquí no se conoce. Elige otra o guárdala de nuevo como JPEG, PNG o WebP.',
  ],
] as const)('feedback that is refused is said in %s, and with a reason', async (language, title, message) => {
  const app = openDevice(server.url, await server.signUp());
  app.state.shell.language = language;
  const screenshot = new Blob(['no picture']);
  expect(await sendFeedback(app, { ...DRAFT, screenshot }, CONTEXT, 'key-1')).toBeNull();
  const [toast] = app.toasts.queue.visibleToasts;
  expect(toast?.content).toMatchObject({ kind: 'error', title, message });
  expect(TOAST_MS.feedback.error).toBe(4_000);

  // Nothing was lost by it: without the picture it goes.
  const ticket = await sendFeedback(app, { ...DRAFT, screenshot: null }, CONTEXT, 'key-2');
  expect(ticket).toMatch(/^[0-9a-f]{8}$/);
});

test('sent again after an answer that was lost it is the same ticket', async () => {
  const app = openDevice(server.url, await server.signUp());
  const send = () => sendFeedback(app, { ...DRAFT, screenshot: null }, CONTEXT, 'one key');
  expect(await send()).toBe(await send());
});

test('the specification’s own words stand', () => {
  const { captureFailed, failed } = LATE_TEXTS.en.feedback;
  expect(captureFailed).toBe('Error capturing screenshot. Please try again.');
  expect(failed).toBe('Error sending feedback');
  expect(Object.keys(LATE_TEXTS.en.feedback.types)).toEqual(['bug', 'improvement', 'love', 'problem']);
});

import { FEEDBACK } from '../../../contract/constants.ts';
import { FeedbackAnswer, type FeedbackContext } from '../../../contract/http/feedback.ts';
import type { App } from '../../core/app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import type { FeedbackDraft } from './feedback-draft.ts';

/**
 * Sends feedback. A failure is said in a toast, and nothing is lost by it.
 *
 * @param key Of this very draft: sent again with the same one it stays one ticket.
 * @returns The ticket, null when it was not sent.
 */
export async function sendFeedback(
  app: Pick<App, 'server' | 'toasts' | 'texts'>,
  draft: FeedbackDraft & { readonly screenshot: Blob | null },
  context: FeedbackContext,
  key: string,
): Promise<string | null> {
  const form = new FormData();
  form.set('type', draft.type);
  form.set('category', 'ui');
  form.set('title', draft.title.trim());
  form.set('description', draft.description.trim());
  form.set('context', JSON.stringify(context));
  if (draft.screenshot !== null) form.set('screenshot', draft.screenshot, 'screenshot.jpg');
  try {
    const options = { method: 'POST', body: form, key } as const;
    const { id } = await app.server.call('/api/feedback/', FeedbackAnswer, options);
    app.toasts.done('feedback');
    return id.slice(0, FEEDBACK.ticketLength);
  } catch (error) {
    const texts = app.texts();
    app.toasts.show('error', lateTextsOf(texts.language).feedback.failed, {
      area: 'feedback',
      about: 'feedback',
      message: describeError(texts, error),
      cause: error,
    });
    return null;
  }
}

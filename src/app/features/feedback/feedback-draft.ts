import { z } from 'zod';
import { FeedbackType } from '../../../contract/http/feedback.ts';
import type { App } from '../../core/app.ts';
import { feedbackKey } from '../../orders/person-keys.ts';

/** What a person has written and not sent. */
const FeedbackDraft = z.object({ type: FeedbackType, title: z.string(), description: z.string() });
export type FeedbackDraft = z.infer<typeof FeedbackDraft>;

/** Bug is what a person is asked for first (S1 5). */
export const EMPTY_DRAFT: FeedbackDraft = { type: 'bug', title: '', description: '' };

/** What this tab holds of an earlier visit; a screenshot does not outlive the page. */
export function recallDraft(app: Pick<App, 'outside' | 'state'>): FeedbackDraft {
  try {
    const kept = FeedbackDraft.safeParse(JSON.parse(app.outside.sessionStorage.getItem(keyOf(app)) ?? ''));
    return kept.data ?? EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

export function keepDraft(app: Pick<App, 'outside' | 'state'>, draft: FeedbackDraft): void {
  try {
    if (draft.title === '' && draft.description === '') app.outside.sessionStorage.removeItem(keyOf(app));
    else app.outside.sessionStorage.setItem(keyOf(app), JSON.stringify(draft));
  } catch {
    // Storage may be forbidden: then it lives as long as the page.
  }
}

/** Nobody else who signs in here reads it. */
function keyOf({ state }: Pick<App, 'state'>): string {
  return feedbackKey(state.account.userId);
}

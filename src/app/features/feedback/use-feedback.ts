import { useEffect, useRef, useState } from 'react';
import type { FeedbackContext } from '../../../contract/http/feedback.ts';
import { useApp } from '../../core/use-app.ts';
import { EMPTY_DRAFT, type FeedbackDraft, keepDraft, recallDraft } from './feedback-draft.ts';
import { followWhereabouts, type WhereaboutsBefore } from './follow-whereabouts.ts';
import { readContext } from './read-context.ts';
import { sendFeedback } from './send-feedback.ts';
import type { Screenshot } from './take-screenshot.ts';

/** What a person tells us, from the first word to its ticket. It outlives its window. */
export interface FeedbackTalk {
  readonly draft: FeedbackDraft;
  readonly screenshot: Screenshot | null;
  /** What was sent last has arrived under this number. */
  readonly ticket: string | null;
  readonly isSending: boolean;
  write(change: Partial<FeedbackDraft>): void;
  attach(screenshot: Screenshot | null): void;
  send(): Promise<void>;
  /** Forgets the ticket. */
  finish(): void;
}

/** One draft as it was sent: sent again without a change it is the same call. */
interface Attempt {
  readonly draft: FeedbackDraft;
  readonly screenshot: Screenshot | null;
  readonly context: FeedbackContext;
  readonly key: string;
}

export function useFeedback(): FeedbackTalk {
  const app = useApp();
  const [draft, setDraft] = useState(() => recallDraft(app));
  const [screenshot, setScreenshot] = useState<Screenshot | null>(null);
  const [ticket, setTicket] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const last = useRef<Attempt>(null);
  const whereabouts = useRef<WhereaboutsBefore>(null);
  useEffect(() => {
    const followed = followWhereabouts(app);
    whereabouts.current = followed;
    return followed.stop;
  }, [app]);
  const change = (next: FeedbackDraft): void => {
    setDraft(next);
    keepDraft(app, next);
  };
  return {
    draft,
    screenshot,
    ticket,
    isSending,
    write: (part) => change({ ...draft, ...part }),
    attach: setScreenshot,
    async send() {
      if (isSending) return;
      const isSame = last.current?.draft === draft && last.current.screenshot === screenshot;
      const fresh = (): Attempt => {
        const context = readContext(new Date(app.outside.now()), whereabouts.current?.read() ?? '');
        return { draft, screenshot, context, key: app.outside.randomUuid() };
      };
      const attempt = isSame && last.current !== null ? last.current : fresh();
      last.current = attempt;
      setSending(true);
      const sent = { ...draft, screenshot: screenshot?.picture ?? null };
      const made = await sendFeedback(app, sent, attempt.context, attempt.key);
      setSending(false);
      if (made === null) return;
      change(EMPTY_DRAFT);
      setScreenshot(null);
      setTicket(made);
    },
    finish: () => setTicket(null),
  };
}

import type { FeedbackContext } from '../../../contract/http/feedback.ts';

/**
 * Where the person is, as the page knows it. Addresses are cut to what the server takes.
 *
 * @param fragment Of the place that the feedback is about: the address itself says only that its window is open.
 */
export function readContext(now: Date, fragment: string): FeedbackContext {
  const { origin, pathname } = window.location;
  return {
    // Without the query, which may hold the token of an invitation.
    url: `${origin}${pathname}`.slice(0, 2_000),
    hash: `#${fragment}`.slice(0, 500),
    timestamp: now.toISOString(),
    userAgent: navigator.userAgent.slice(0, 500),
    viewport: { width: window.innerWidth, height: window.innerHeight },
  };
}

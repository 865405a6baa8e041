import type { FeedbackContext } from '../../../contract/http/feedback.ts';

/** Where the person is, as the page knows it. Addresses are cut to what the server takes. */
export function readContext(now: Date): FeedbackContext {
  const { origin, pathname, hash } = window.location;
  return {
    // Without the query, which may hold the token of an invitation.
    url: `${origin}${pathname}`.slice(0, 2_000),
    hash: hash.slice(0, 500),
    timestamp: now.toISOString(),
    userAgent: navigator.userAgent.slice(0, 500),
    viewport: { width: window.innerWidth, height: window.innerHeight },
  };
}

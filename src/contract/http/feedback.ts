import { z } from 'zod';
import { FEEDBACK } from '../constants.ts';
import { UserId } from '../ids.ts';
import { count, text, title } from '../shapes.ts';

export const FEEDBACK_TYPES = ['bug', 'improvement', 'love', 'problem'] as const; // S1 9
export const FeedbackType = z.enum(FEEDBACK_TYPES);
export type FeedbackType = z.infer<typeof FeedbackType>;
/** Where the person was when they told us. */
export const FeedbackContext = z.object({
  url: text(2_000),
  hash: text(500),
  timestamp: text(40),
  userAgent: text(500),
  viewport: z.object({ width: count(), height: count() }),
});
export type FeedbackContext = z.infer<typeof FeedbackContext>;
/** POST /api/feedback/, multipart, with an optional JPEG `screenshot`. */
export const FeedbackFields = z.object({
  type: FeedbackType,
  category: z.literal('ui'),
  title: title(FEEDBACK.titleMaxLength),
  description: title(FEEDBACK.descriptionMaxLength),
  /** JSON of {@link FeedbackContext}. */
  context: text(5_000),
});
export const FeedbackAnswer = z.object({ id: z.uuid() });

/** Of a ticket, for staff. `screenshot`: address of the JPEG. */
export const TicketBody = z.object({
  id: z.uuid(),
  type: FeedbackType,
  title: z.string(),
  description: z.string(),
  context: FeedbackContext,
  screenshot: z.string().nullable(),
  from: z.object({ id: UserId, name: z.string(), email: z.string() }),
  closed_at: z.string().nullable(),
  created_at: z.string(),
});
export type TicketBody = z.infer<typeof TicketBody>;
/** GET /api/staff/feedback/?type=&state=&cursor=, newest first. */
export const TicketsBody = z.object({ results: z.array(TicketBody), next: z.string().nullable() });
/** PATCH /api/staff/feedback/{id}/ */
export const TicketChange = z.object({ is_closed: z.boolean() });

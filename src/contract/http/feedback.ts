import { z } from 'zod';

export const FEEDBACK_TYPES = ['bug', 'improvement', 'love', 'problem'] as const; // S1 9
export const FeedbackType = z.enum(FEEDBACK_TYPES);
export type FeedbackType = z.infer<typeof FeedbackType>;
/** Where the person was when they told us. */
export const FeedbackContext = z.object({
  url: z.string().max(2_000),
  hash: z.string().max(500),
  timestamp: z.string().max(40),
  userAgent: z.string().max(500),
  viewport: z.object({ width: z.number().int().nonnegative(), height: z.number().int().nonnegative() }),
});
export type FeedbackContext = z.infer<typeof FeedbackContext>;
/** POST /api/feedback/, multipart, with an optional JPEG `screenshot`. */
export const FeedbackFields = z.object({
  type: FeedbackType,
  category: z.literal('ui'),
  title: z.string().trim().min(1).max(200),
  description: z.string().trim().min(1).max(10_000),
  /** JSON of {@link FeedbackContext}. */
  context: z.string().max(5_000),
});
export const FeedbackAnswer = z.object({ id: z.uuid() });

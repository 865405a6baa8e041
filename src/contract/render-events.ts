import { z } from 'zod';

/** Messages of the live channel, `/ws/render_{id}/` (S3 7). `sequence` grows by one within a render. */
export const RenderMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('render_progress'),
    sequence: z.number(),
    /** 0 to 100, never falls within one render. */
    progress: z.number(),
    current_node: z.string(),
    node_id: z.string(),
    message: z.string(),
  }),
  z.object({
    type: z.literal('preview'),
    sequence: z.number(),
    /** A data URL, JPEG or WebP, at most 512 px. */
    preview_base64: z.string(),
  }),
  z.object({
    type: z.literal('queue_status'),
    sequence: z.number(),
    /** 1 is the next one to run. */
    queue_position: z.number(),
    queue_running: z.number(),
  }),
  z.object({
    type: z.literal('render_completed'),
    sequence: z.number(),
    status: z.enum(['completed', 'error', 'cancelled']),
    render_id: z.number(),
    image_urls: z.array(z.string()),
    featured_image: z.string().nullable(),
    /** Code of the Failure union when `status` is error. */
    error: z.string().nullable(),
    /** Credits given back. */
    refunded: z.number(),
  }),
]);
export type RenderMessage = z.infer<typeof RenderMessage>;
/** Between them, so that a line that died without a word is noticed. */
export const LiveHeartbeat = z.object({ type: z.literal('heartbeat') });
export type LiveHeartbeat = z.infer<typeof LiveHeartbeat>;

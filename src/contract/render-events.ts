import { z } from 'zod';

/**
 * Steps of the Studio engine with their share of the whole in percent. `id` is
 * stable and travels on the wire; the app has a text for each.
 */
export const STUDIO_NODES = [
  { id: 'load-model', label: 'Load model', weight: 3 },
  { id: 'build-acceleration', label: 'Build acceleration structure', weight: 5 },
  { id: 'prepare-materials', label: 'Prepare materials', weight: 3 },
  { id: 'prepare-lighting', label: 'Prepare lighting', weight: 1 },
  { id: 'path-trace', label: 'Path trace', weight: 78 },
  { id: 'denoise', label: 'Denoise', weight: 6 },
  { id: 'composite', label: 'Composite background', weight: 1 },
  { id: 'style-grade', label: 'Style grade', weight: 1 },
  { id: 'encode', label: 'Encode', weight: 2 },
] as const;
export type StudioNodeId = (typeof STUDIO_NODES)[number]['id'];

/** An AI order that no server can take now; nothing of its progress is lost. */
export const WAITING_NODE = 'wait-for-server';
/**
 * Steps of an AI engine with their share of the whole in percent and S3 4's texts. `enlarge`
 * takes half of `sample`'s share where the order asks for it.
 */
export const AI_NODES = [
  { id: WAITING_NODE, label: 'Waiting for an AI server...', weight: 0 },
  { id: 'send-images', label: 'Loading reference...', weight: 2 },
  { id: 'load-ai-model', label: 'Loading AI model...', weight: 8 },
  { id: 'encode-prompt', label: 'Processing prompt...', weight: 6 },
  { id: 'sample', label: 'Generating AI image...', weight: 72 },
  { id: 'decode', label: 'Decoding image...', weight: 10 },
  { id: 'enlarge', label: 'Enlarging image...', weight: 0 },
  { id: 'save', label: 'Saving render...', weight: 2 },
] as const;
export type AiNodeId = (typeof AI_NODES)[number]['id'];

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

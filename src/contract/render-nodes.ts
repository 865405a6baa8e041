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
/** An AI order whose product is traced once those of other orders are; nothing of its progress is lost either. */
export const TURN_NODE = 'wait-to-trace';
/**
 * Steps of an AI engine with their share of the whole in percent and S3 4's texts. `enlarge`
 * takes half of `sample`'s share where the order asks for it; those of a product that is kept are
 * told on top (`comfyui/job/kept-progress.ts`).
 */
export const AI_NODES = [
  { id: WAITING_NODE, label: 'Waiting for an AI server...', weight: 0 },
  { id: TURN_NODE, label: 'Waiting to trace product...', weight: 0 },
  { id: 'trace-product', label: 'Tracing product...', weight: 0 },
  { id: 'send-images', label: 'Loading reference...', weight: 2 },
  { id: 'load-ai-model', label: 'Loading AI model...', weight: 8 },
  { id: 'encode-prompt', label: 'Processing prompt...', weight: 6 },
  { id: 'sample', label: 'Generating AI image...', weight: 72 },
  { id: 'decode', label: 'Decoding image...', weight: 10 },
  { id: 'enlarge', label: 'Enlarging image...', weight: 0 },
  { id: 'compose-product', label: 'Placing product...', weight: 0 },
  { id: 'save', label: 'Saving render...', weight: 2 },
] as const;
export type AiNodeId = (typeof AI_NODES)[number]['id'];

/** Whether a step of an AI engine comes after another one. */
export function isLater(step: AiNodeId, other: AiNodeId): boolean {
  const place = (wanted: AiNodeId): number => AI_NODES.findIndex(({ id }) => id === wanted);
  return place(step) > place(other);
}

import { z } from 'zod';
import { ExecutionError, NodeOutput, type StoredImage } from './job-shapes.ts';

/** What a socket tells. `promptId` is null where the server leaves it out: it is the running job's. */
export type ComfyEvent =
  | { readonly kind: 'status'; readonly credentialKey: string | null }
  | { readonly kind: 'started'; readonly promptId: string }
  | { readonly kind: 'cached'; readonly promptId: string; readonly nodes: readonly string[] }
  /** No node: the job has ended, well or not, and its history is written. */
  | { readonly kind: 'executing'; readonly promptId: string | null; readonly node: string | null }
  | {
      readonly kind: 'progress';
      readonly promptId: string | null;
      readonly node: string;
      readonly value: number;
      readonly max: number;
    }
  | {
      readonly kind: 'finished';
      readonly promptId: string;
      readonly nodes: readonly string[];
      /** A model is on its way into memory: newer servers say so, again and again, and nothing else meanwhile. */
      readonly isLoading?: true;
    }
  | {
      readonly kind: 'executed';
      readonly promptId: string;
      readonly node: string;
      readonly images: readonly StoredImage[];
    }
  | { readonly kind: 'success'; readonly promptId: string }
  | { readonly kind: 'interrupted'; readonly promptId: string }
  | { readonly kind: 'failed'; readonly promptId: string; readonly error: ExecutionError }
  | { readonly kind: 'preview'; readonly promptId: string | null; readonly image: Uint8Array };

const Id = z.string().max(200);
const Job = { prompt_id: Id };
const Nodes = z.array(z.coerce.string()).max(10_000);
const NodeState = z.object({ state: z.string().catch(''), activity: z.string().nullish().catch(null) });

function isLoading({ state, activity }: z.infer<typeof NodeState>): boolean {
  return state === 'running' && activity === 'loading';
}

/** What a text frame of a type that we know holds. */
const shapes: { readonly [type: string]: z.ZodType<ComfyEvent> } = {
  status: z
    .object({ credential_key: z.string().max(4_000).optional().catch(undefined) })
    .transform(({ credential_key }) => ({ kind: 'status', credentialKey: credential_key ?? null })),
  execution_start: z.object(Job).transform(({ prompt_id }) => ({ kind: 'started', promptId: prompt_id })),
  execution_cached: z
    .object({ ...Job, nodes: Nodes })
    .transform(({ prompt_id, nodes }) => ({ kind: 'cached', promptId: prompt_id, nodes })),
  executing: z
    .object({ prompt_id: Id.nullish(), node: z.coerce.string().nullable() })
    .transform(({ prompt_id, node }) => ({ kind: 'executing', promptId: prompt_id ?? null, node })),
  progress: z
    .object({ prompt_id: Id.nullish(), node: z.coerce.string(), value: z.number(), max: z.number() })
    .transform(({ prompt_id, node, value, max }) => ({
      kind: 'progress',
      promptId: prompt_id ?? null,
      node,
      value,
      max,
    })),
  progress_state: z
    .object({ ...Job, nodes: z.record(z.string(), NodeState) })
    .transform(({ prompt_id, nodes }) => ({
      kind: 'finished',
      promptId: prompt_id,
      nodes: Object.keys(nodes).filter((node) => nodes[node]?.state === 'finished'),
      ...(Object.values(nodes).some(isLoading) && { isLoading: true as const }),
    })),
  executed: z
    .object({ ...Job, node: z.coerce.string(), output: NodeOutput.nullish().catch(null) })
    .transform(({ prompt_id, node, output }) => ({
      kind: 'executed',
      promptId: prompt_id,
      node,
      images: output?.images ?? [],
    })),
  execution_success: z.object(Job).transform(({ prompt_id }) => ({ kind: 'success', promptId: prompt_id })),
  execution_interrupted: z
    .object(Job)
    .transform(({ prompt_id }) => ({ kind: 'interrupted', promptId: prompt_id })),
  execution_error: ExecutionError.extend(Job).transform(({ prompt_id, ...error }) => ({
    kind: 'failed',
    promptId: prompt_id,
    error,
  })),
};

const Message = z.object({ type: z.string(), data: z.unknown() });

/** Null for what we do not know: extensions send messages of their own. */
export function readTextFrame(text: string): ComfyEvent | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const message = Message.safeParse(json);
  if (!message.success || !Object.hasOwn(shapes, message.data.type)) return null;
  return shapes[message.data.type]?.safeParse(message.data.data).data ?? null;
}

const PREVIEW = 1;
const PREVIEW_WITH_METADATA = 4;
const PREVIEW_MAX_BYTES = 8 * 1024 ** 2;
const PreviewHead = z.object({ prompt_id: Id.nullish() });

/** Previews of both kinds; null for anything else, and for what does not hold what it promises. */
export function readBinaryFrame(frame: Uint8Array): ComfyEvent | null {
  if (frame.length < 8 || frame.length > PREVIEW_MAX_BYTES) return null;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const type = view.getUint32(0);
  if (type === PREVIEW) return { kind: 'preview', promptId: null, image: frame.subarray(8) };
  if (type !== PREVIEW_WITH_METADATA) return null;
  const end = 8 + view.getUint32(4);
  if (end >= frame.length) return null;
  try {
    const head = PreviewHead.parse(JSON.parse(Buffer.from(frame.subarray(8, end)).toString()));
    return { kind: 'preview', promptId: head.prompt_id ?? null, image: frame.subarray(end) };
  } catch {
    return null;
  }
}

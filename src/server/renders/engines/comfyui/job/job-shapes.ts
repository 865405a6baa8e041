import { z } from 'zod';

/** A picture on a server. */
export const StoredImage = z.object({
  filename: z.string().max(1_000),
  subfolder: z.string().max(1_000),
  type: z.string().max(100),
});
export type StoredImage = z.infer<typeof StoredImage>;

const Images = z.array(StoredImage).max(64);
/** What one node has put out; other kinds than pictures are passed over. */
export const NodeOutput = z.object({ images: Images.optional().catch(undefined) });

/** `POST /upload/image` */
export const Uploaded = z.object({
  name: z.string().min(1).max(1_000),
  subfolder: z.string().max(1_000),
  type: z.string().max(100),
});

const NodeErrors = z.record(
  z.string(),
  z.object({
    class_type: z.string().max(1_000).default('?'),
    errors: z
      .array(
        z.object({
          type: z.string().max(1_000),
          message: z.string().default(''),
          details: z.string().default(''),
          extra_info: z.object({ input_name: z.string().optional() }).optional().catch(undefined),
        }),
      )
      .default([]),
  }),
);
export type NodeErrors = z.infer<typeof NodeErrors>;

/** `POST /prompt`, 200: may name nodes that were dropped. An empty list of them comes as `{}` or `[]`. */
export const PromptAccepted = z.object({
  prompt_id: z.string().max(200),
  node_errors: z.union([NodeErrors, z.array(z.unknown()).transform(() => ({}))]).default({}),
});
/** `POST /prompt`, 4xx: `error` is an object, or in newer versions at times a text. */
export const PromptRefused = z.object({
  error: z.union([
    z.string(),
    z.object({ type: z.string(), message: z.string().default(''), details: z.string().default('') }),
  ]),
  node_errors: z.union([NodeErrors, z.array(z.unknown()).transform(() => ({}))]).default({}),
});
export type PromptRefused = z.infer<typeof PromptRefused>;

/** A queue item: number, id, graph, extra data, outputs. Only what is ours to know is kept. */
const QueueItem = z
  .tuple([z.number(), z.string()])
  .rest(z.unknown())
  .transform(([number, id, _graph, extra]) => ({ number, id, mark: readMark(extra) }));
/** `GET /queue`; the pending ones come unsorted. */
export const QueueBody = z
  .object({ queue_running: z.array(QueueItem), queue_pending: z.array(QueueItem) })
  .transform(({ queue_running, queue_pending }) => ({
    running: queue_running,
    pending: queue_pending.sort((one, other) => one.number - other.number),
  }));
export type Queue = z.infer<typeof QueueBody>;

const Marked = z.object({ vitrine: z.object({ instance: z.string() }) });
/** Which instance of ours a job belongs to; null for a job of others. */
function readMark(extra: unknown): string | null {
  const marked = Marked.safeParse(extra);
  return marked.success ? marked.data.vitrine.instance : null;
}

export const ExecutionError = z.object({
  node_id: z.coerce.string().default(''),
  node_type: z.string().default(''),
  exception_type: z.string().default(''),
  exception_message: z.string().default(''),
});
export type ExecutionError = z.infer<typeof ExecutionError>;

/** `GET /history/{id}`: `{}` while the job is unknown, waits or runs. */
export const HistoryBody = z.record(
  z.string(),
  z.object({
    outputs: z.record(z.string(), NodeOutput.catch({})).default({}),
    status: z
      .object({
        status_str: z.string().default(''),
        messages: z.array(z.tuple([z.string()]).rest(z.unknown())).default([]),
      })
      .nullish(),
  }),
);
export type HistoryEntry = z.infer<typeof HistoryBody>[string];

/** How a job ended, from its history. */
export type Ending =
  | { readonly kind: 'success'; readonly outputs: HistoryEntry['outputs'] }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'error'; readonly error: ExecutionError };

export function readEnding({ outputs, status }: HistoryEntry): Ending {
  if (status?.status_str !== 'error') return { kind: 'success', outputs };
  const find = (type: string) => status.messages.find(([name]) => name === type);
  if (find('execution_interrupted')) return { kind: 'interrupted' };
  const error = ExecutionError.safeParse(find('execution_error')?.[1]);
  return { kind: 'error', error: error.success ? error.data : ExecutionError.parse({}) };
}

/** `/api/jobs/{id}/cancel` of newer servers. */
export const JobCancelled = z.object({ cancelled: z.boolean() });

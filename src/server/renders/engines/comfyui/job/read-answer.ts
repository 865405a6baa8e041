import type { z } from 'zod';
import { ServerFault } from '../fleet/server-fault.ts';
import type { NodeErrors, PromptRefused } from './job-shapes.ts';

/** Largest answers in bytes: /object_info of a server with hundreds of extensions is several MB. */
export const JSON_MAX_BYTES = 32 * 1024 ** 2;
export const IMAGE_MAX_BYTES = 100 * 1024 ** 2;

/**
 * A body, whole, up to a size.
 *
 * @throws ServerFault `bad-answer` above it; whatever the connection ends with.
 */
export async function readBounded(response: Response, maxBytes: number, call: string): Promise<Uint8Array> {
  const tooLarge = () =>
    new ServerFault({ kind: 'bad-answer', detail: `${call}: more than ${maxBytes} bytes` });
  if (Number(response.headers.get('content-length')) > maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws ServerFault `bad-answer` for what is not JSON, or not of this shape. */
export function parseAnswer<T>(shape: z.ZodType<T>, bytes: Uint8Array, call: string): T {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(bytes).toString());
  } catch {
    throw new ServerFault({ kind: 'bad-answer', detail: `${call}: not JSON` });
  }
  const parsed = shape.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const detail = `${call}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.slice(0, 300);
  throw new ServerFault({ kind: 'bad-answer', detail });
}

/** What a server has against a graph. Names classes, inputs and missing files, never texts of an order. */
export function describeRefusal(refusal: PromptRefused): ServerFault {
  const { error, node_errors } = refusal;
  const nodes = describeNodeErrors(node_errors);
  const own = typeof error === 'string' ? { type: 'refused', message: error } : error;
  const head = nodes.types.length > 0 ? own.type : `${own.type}: ${own.message}`;
  return new ServerFault({
    kind: 'invalid',
    detail: [head.slice(0, 300), ...nodes.lines].join('; '),
    types: [own.type, ...nodes.types],
    isImageGone: nodes.isImageGone,
  });
}

export function describeNodeErrors(errors: NodeErrors): {
  lines: string[];
  types: string[];
  isImageGone: boolean;
} {
  const all = Object.values(errors).flatMap((node) =>
    node.errors.map((error) => ({ ...error, className: node.class_type })),
  );
  return {
    lines: all.slice(0, 10).map(({ className, type, details, extra_info }) => {
      const input = extra_info?.input_name ?? '';
      const file = type === 'value_not_in_list' ? ` (${details.slice(0, 200)})` : '';
      return `${className}.${input} ${type}${file}`.slice(0, 400);
    }),
    types: [...new Set(all.map(({ type }) => type))],
    isImageGone: all.some(
      ({ className, type, details, message }) =>
        className.startsWith('LoadImage') &&
        (type === 'custom_validation_failed' || /invalid image file/i.test(`${details} ${message}`)),
    ),
  };
}

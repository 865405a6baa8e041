import { z } from 'zod';
import { LiveHeartbeat, RenderMessage } from '../../../contract/render-events.ts';
import { readStatus, type Status } from './read-status.ts';

/** `isLoose`: not in the contract's form, so that its progress may count in fractions. */
export type HeardMessage = RenderMessage & { readonly isLoose?: boolean };
/** What came over the channel: a message of the contract, a sign of life, or an engine's plain word. */
export type ChannelMessage =
  | HeardMessage
  | LiveHeartbeat
  | { readonly type: 'told'; readonly status: Exclude<Status, 'completed' | 'cancelled'> };

/** The short names of S3 7 (I22). */
const NAMES: Readonly<Record<string, RenderMessage['type']>> = {
  progress: 'render_progress',
  completed: 'render_completed',
};
const Spoken = z.object({ type: z.string().optional(), status: z.string().optional() }).loose();
/** What a message may leave out; its own values win. */
const DEFAULTS = {
  current_node: '',
  node_id: '',
  message: '',
  image_urls: [],
  featured_image: null,
  error: null,
  refunded: 0,
};

/**
 * Reads one message, in the contract's form or in the plainer ones of S3 7: short names, and errors that are carried as a
 * status (I22). Null for what is none.
 *
 * @param lastSequence Of the message before; one without a number of its own comes right after it.
 */
export function readMessage(
  text: unknown,
  renderId: number,
  lastSequence: number,
  warn: (message: string) => void,
): ChannelMessage | null {
  const json = parseJson(text);
  const strict = z.union([RenderMessage, LiveHeartbeat]).safeParse(json);
  if (strict.success) return strict.data;
  const spoken = Spoken.safeParse(json);
  if (!spoken.success) return null;
  const { type, status, ...rest } = spoken.data;
  const name = type === undefined ? undefined : (NAMES[type] ?? type);
  const word = status === undefined ? undefined : readStatus(status, warn);
  const isEnd = word === 'completed' || word === 'cancelled' || word === 'error';
  const loose = RenderMessage.safeParse({
    ...DEFAULTS,
    sequence: Math.max(0, lastSequence),
    render_id: renderId,
    ...rest,
    type: isEnd ? 'render_completed' : name,
    status: name === 'render_completed' ? (word ?? 'completed') : word,
  });
  if (loose.success) return { ...loose.data, isLoose: true };
  if (word === undefined || word === 'completed' || word === 'cancelled') return null;
  return { type: 'told', status: word };
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

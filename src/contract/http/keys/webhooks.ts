import { z } from 'zod';
import { count, DateTime, RowId, text } from '../../shapes.ts';

/** Webhooks that an account can have. */
export const MAX_WEBHOOKS = 10;
/** Deliveries on a page of the log. */
export const DELIVERIES_PAGE = 50;
/** What every secret begins with, so that scanners of leaked secrets know one. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';
/** Header of each message: `t=SECONDS,v1=HEX`, with a further `v1` for a day after the secret was made anew. */
export const SIGNATURE_HEADER = 'vitrine-signature';

/** What a program can be told of: the end of an order that the server made. One that is cancelled is told to nobody. */
export const WebhookEvent = z.enum(['render.finished', 'render.failed']);
export type WebhookEvent = z.infer<typeof WebhookEvent>;
/** `test` is sent when its person asks for it. */
export const MessageType = z.enum([...WebhookEvent.options, 'test']);
export type MessageType = z.infer<typeof MessageType>;

/** The body of a message: the same bytes at each try. Whoever gets an `id` twice has had the message already. */
export const WebhookMessage = z.object({
  id: z.uuid(),
  type: MessageType,
  /** Seconds since the epoch, of the event. */
  created: z.number(),
  /** Empty for a test. */
  data: z.object({
    render_id: z.number().optional(),
    project_id: z.number().nullable().optional(),
    status: z.string().optional(),
    /** Code of what went wrong, as in the failures of calls. */
    error: z.string().nullable().optional(),
    /** Pictures that were made; of a batch that failed, those before it did. */
    images: z.number().optional(),
    /** Credits that the order has cost, those given back taken off. */
    credits: z.number().optional(),
  }),
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** How a try ended: a status of HTTP, or without an answer. */
const Outcome = {
  /** Null without an answer, while a try runs, and before the first one. */
  status: z.number().nullable(),
  /** `late`: no answer in time; `unreachable`: no connection, or no address that may be called. */
  error: z.enum(['late', 'unreachable']).nullable(),
};

export const WebhookBody = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(WebhookEvent),
  is_on: z.boolean(),
  created_at: DateTime,
  /** Messages that wait for a try. */
  waiting: z.number(),
  /** The last try of any message that has ended; null before the first. */
  last_try: z.object({ at: DateTime, ...Outcome }).nullable(),
});
export type WebhookBody = z.infer<typeof WebhookBody>;

/** GET me/webhooks/, the oldest first. */
export const WebhooksBody = z.object({ results: z.array(WebhookBody) });

const Url = text(2_000);
const Events = z
  .array(WebhookEvent)
  .min(1)
  .max(WebhookEvent.options.length)
  .transform((events) => WebhookEvent.options.filter((event) => events.includes(event)));

/** POST me/webhooks/. */
export const NewWebhookBody = z.object({ url: Url, events: Events });
export type NewWebhookBody = z.infer<typeof NewWebhookBody>;
/** PATCH me/webhooks/ID/. Switched off, nothing is sent, and what waits is given up. */
export const WebhookChangeBody = z.object({
  url: Url.optional(),
  events: Events.optional(),
  is_on: z.boolean().optional(),
});
export type WebhookChangeBody = z.infer<typeof WebhookChangeBody>;

/** The answers that have the secret: of making a webhook, and of making its secret anew. */
export const MadeWebhookBody = WebhookBody.extend({ secret: z.string() });
export const WebhookSecretBody = z.object({ secret: z.string() });

export const DeliveryBody = z.object({
  id: RowId,
  /** `id` of the message. */
  event: z.uuid(),
  type: MessageType,
  /** Null for a test. */
  render_id: RowId.nullable(),
  created_at: DateTime,
  /** `waiting`: it is tried at `next_try_at`; `given-up`: it is tried no more. */
  state: z.enum(['waiting', 'delivered', 'given-up']),
  tries: count(),
  tried_at: DateTime.nullable(),
  next_try_at: DateTime.nullable(),
  ...Outcome,
});
export type DeliveryBody = z.infer<typeof DeliveryBody>;

/** GET me/webhooks/ID/deliveries/, the newest first. `next`: `?before=` of the following page. */
export const DeliveriesBody = z.object({ results: z.array(DeliveryBody), next: RowId.nullable() });

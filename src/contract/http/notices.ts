import { z } from 'zod';
import { DateTime, text } from '../shapes.ts';
import { PlanName } from './billing.ts';

/**
 * What the bell shows: derived from renders, ledger and invoices, never stored. `key` is unique and stands for the
 * cause (`render:12`, `ledger:7`).
 */
const common = { key: z.string(), created_at: z.string(), is_unread: z.boolean() };
export const NoticeBody = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('render-finished'),
    render_id: z.number().int(),
    prompt: z.string(),
    thumbnail: z.string().nullable(),
    images: z.number().int(),
    /** Credits that came back for pictures that were not painted. */
    refunded: z.number().int(),
  }),
  z.object({
    ...common,
    kind: z.literal('render-failed'),
    render_id: z.number().int(),
    prompt: z.string(),
    /** Code of the Failure union; null when nobody knows. */
    error_code: z.string().nullable(),
    refunded: z.number().int(),
  }),
  z.object({
    ...common,
    kind: z.literal('render-cancelled'),
    render_id: z.number().int(),
    prompt: z.string(),
    refunded: z.number().int(),
  }),
  /** Credits that came or went without a render. */
  z.object({
    ...common,
    kind: z.enum(['signup', 'grant', 'purchase', 'subscription', 'clawback']),
    amount: z.number().int(),
    item: z.string().nullable(),
    note: z.string().nullable(),
    /** Of a `clawback`: what came paid what the account owed. */
    pays_debt: z.boolean().default(false),
    /** Of a `clawback`: credits that the account owes by now. */
    owed: z.number().int().default(0),
  }),
  z.object({
    ...common,
    kind: z.literal('payment-failed'),
    plan: PlanName.nullable(),
    amount: z.number(),
    currency: z.string(),
  }),
  /** Ten or more wrong passwords within a day; the last time. */
  z.object({ ...common, kind: z.literal('sign-in-alarm') }),
]);
export type NoticeBody = z.infer<typeof NoticeBody>;
/** GET /api/notices/?cursor=, and the same at /api/notifications/ (L6): newest first; `unread` counts all of them, at most 99. */
export const NoticesBody = z.object({
  results: z.array(NoticeBody),
  next: z.string().nullable(),
  unread: z.number().int(),
});
export type NoticesBody = z.infer<typeof NoticesBody>;
/** POST /api/notices/seen/: everything up to this moment (`created_at` of the newest shown) is read. */
export const NoticesSeenBody = z.object({ until: DateTime });

/** Longest address of a push service; those in use have 100 to 400 characters. */
export const PUSH_ENDPOINT_MAX_LENGTH = 1_000;

const base64url = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .length(Math.ceil((bytes * 4) / 3));

/** PUT /api/users/push/: what `PushSubscription.toJSON` gives, without its expiry. */
export const PushSubscriptionBody = z
  .object({
    endpoint: text(PUSH_ENDPOINT_MAX_LENGTH).min(1),
    /** An uncompressed point of P-256, and 16 secret bytes. */
    keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  })
  .meta({
    examples: [
      {
        endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/abc',
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      },
    ],
  });
export type PushSubscriptionBody = z.infer<typeof PushSubscriptionBody>;

/** GET /api/users/push/ */
export const PushStateBody = z.object({
  /** The server's key, an uncompressed point of P-256, base64url: a browser subscribes for it. */
  public_key: z.string(),
  /** Address of the push service that the caller's session is subscribed at; null without one. */
  endpoint: z.string().nullable(),
});
export type PushStateBody = z.infer<typeof PushStateBody>;

/** What a device is sent, encrypted for it: nothing that was typed but the name of the project. */
export const PushMessage = z.object({
  kind: z.enum(['finished', 'failed']),
  render_id: z.number().int(),
  title: z.string(),
  /** Empty where there is nothing to say. */
  body: z.string(),
});
export type PushMessage = z.infer<typeof PushMessage>;

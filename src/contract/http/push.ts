import { z } from 'zod';
import { text } from '../shapes.ts';

/** Longest address of a push service; those in use have 100 to 400 characters. */
export const PUSH_ENDPOINT_MAX_LENGTH = 1_000;

const base64url = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .length(Math.ceil((bytes * 4) / 3));

/** PUT /api/users/push/: what `PushSubscription.toJSON` gives, without its expiry. */
export const PushSubscriptionBody = z.object({
  endpoint: text(PUSH_ENDPOINT_MAX_LENGTH).min(1),
  /** An uncompressed point of P-256, and 16 secret bytes. */
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
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

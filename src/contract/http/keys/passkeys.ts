import { z } from 'zod';
import { DateTime, RowId, text, title } from '../../shapes.ts';

/** Passkeys that an account can have. */
export const MAX_PASSKEYS = 10;
/** @param maxLength Characters: a third more than bytes. */
const base64url = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[A-Za-z0-9_-]*$/);

/** At most 1023 bytes (WebAuthn 4, Credential ID). */
const CredentialId = base64url(1364);
/** Challenge, origin and what kind of call it was: JSON that the browser makes. */
const ClientData = base64url(4_000);
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
/** How an authenticator can be reached. */
export type PasskeyTransport = (typeof TRANSPORTS)[number];
/** Of a later browser there may be others, which say nothing here. */
const Transports = z
  .array(text(32))
  .max(16)
  .transform((names) => TRANSPORTS.filter((known) => names.includes(known)));
const KeyType = z.literal('public-key');
const Name = title(60);

/** GET me/passkeys/, the oldest first. */
export const PasskeysBody = z.object({
  results: z.array(
    z.object({
      id: RowId,
      name: z.string(),
      /** Whether its maker keeps it for several devices. */
      is_backed_up: z.boolean(),
      created_at: DateTime,
      /** Null before the first sign-in with it. */
      last_used_at: DateTime.nullable(),
    }),
  ),
});
export type PasskeysBody = z.infer<typeof PasskeysBody>;
/** POST me/passkeys/begin/ and :id/remove/. `code`: of the second factor, where that is on. */
export const PasskeyProofBody = z.object({ password: text(1000), code: text(100).optional() });
/** Answer of me/passkeys/begin/: what `navigator.credentials.create` takes, as JSON (WebAuthn 5.4). */
export const PasskeyCreationBody = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: KeyType, alg: z.number().int() })),
  /** Milliseconds. */
  timeout: z.number().int(),
  excludeCredentials: z.array(
    z.object({ id: z.string(), type: KeyType, transports: z.array(z.enum(TRANSPORTS)) }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreationBody = z.infer<typeof PasskeyCreationBody>;
/** POST me/passkeys/: what the authenticator made. */
export const NewPasskeyBody = z.object({
  name: Name,
  id: CredentialId,
  client_data: ClientData,
  attestation: base64url(16_000),
  transports: Transports,
});
export type NewPasskeyBody = z.infer<typeof NewPasskeyBody>;
/** PATCH me/passkeys/:id/ */
export const PasskeyNameBody = z.object({ name: Name });
/** Answer of POST login/passkey/begin/: what `navigator.credentials.get` takes, as JSON (WebAuthn 5.5). */
export const PasskeyRequestBody = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Milliseconds. */
  timeout: z.number().int(),
  userVerification: z.literal('required'),
});
export type PasskeyRequestBody = z.infer<typeof PasskeyRequestBody>;
/** POST login/passkey/: the authenticator's answer. */
export const PasskeySignInBody = z.object({
  id: CredentialId,
  client_data: ClientData,
  authenticator_data: base64url(4_000),
  signature: base64url(2_000),
  /** At most 64 bytes. */
  user_handle: base64url(88),
});
export type PasskeySignInBody = z.infer<typeof PasskeySignInBody>;

import { z } from 'zod';
import { DateTime, text, title, whole } from '../../shapes.ts';

/** Keys that an account can have. */
export const MAX_API_KEYS = 20;
/** What every key begins with, so that scanners of leaked secrets know one. */
export const API_KEY_PREFIX = 'vitrine_';
const DAYS_MAX = 3_650;

/**
 * What a key may do: `read` looks at projects, libraries and renders; `write` changes projects, libraries and uploads; `render`
 * orders pictures, which costs credits, and cancels and deletes them. None may change the account, pay, or act as staff.
 */
export const KeyScope = z.enum(['read', 'write', 'render']);
export type KeyScope = z.infer<typeof KeyScope>;

export const ApiKeyBody = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(KeyScope),
  /** Its last characters, to know it again by. */
  ending: z.string(),
  created_at: DateTime,
  /** To the minute; null before the first call with it. */
  last_used_at: DateTime.nullable(),
  /** Null: it works until it is revoked. */
  expires_at: DateTime.nullable(),
});
export type ApiKeyBody = z.infer<typeof ApiKeyBody>;

/** GET me/api-keys/, the newest first; expired ones too. */
export const ApiKeysBody = z.object({ results: z.array(ApiKeyBody) });

/**
 * POST me/api-keys/. `password` is absent in an account without one, where the company's sign-in is the only way in; `code`: of
 * the second factor, where that is on.
 */
export const NewApiKeyBody = z.object({
  name: title(60),
  scopes: z
    .array(KeyScope)
    .min(1)
    .max(KeyScope.options.length)
    .transform((scopes) => KeyScope.options.filter((scope) => scopes.includes(scope))),
  /** Null: it works until it is revoked. */
  expires_in_days: whole(1, DAYS_MAX).nullable(),
  password: text(1000).optional(),
  code: text(100).optional(),
});
export type NewApiKeyBody = z.infer<typeof NewApiKeyBody>;

/** The one answer that has the key itself: only its hash is kept. */
export const MadeApiKeyBody = ApiKeyBody.extend({ key: z.string() });

import { z } from 'zod';
import type { Failure } from '../../contract/failure.ts';
import {
  ARCHIVE_ENTRY_REASONS,
  ARCHIVE_REASONS,
  COMPLEXITY_REASONS,
  ENGINE_WISHES,
  KEPT_KINDS,
  MODEL_REASONS,
  NOT_KEPT_REASONS,
  PROVIDER_REFUSALS,
  RETURN_REFUSALS,
} from '../../contract/failure-reasons.ts';
import { KeyScope } from '../../contract/http/keys/api-keys.ts';
import type { ProjectBody } from '../../contract/http/projects.ts';

/** The keys of an error body that may hold its sentence or data (L8, A12). */
const AnyErrorBody = z.object({
  code: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  project: z.unknown().optional(),
  request_id: z.string().max(64).optional().catch(undefined),
});
const Count = z.number().catch(0);
const ArchiveErrors = z
  .array(
    z.object({
      file: z.string(),
      error: z.string(),
      code: z.string(),
      reason: z.enum(ARCHIVE_ENTRY_REASONS).optional(),
    }),
  )
  .catch([]);

/** Our server says these with a code of its own: alone they are of somebody who stands between, or in its place. */
const SAID_WITH_CODE = [401, 403, 404];

/**
 * The failure that an error answer stands for. Known codes get their own data back; everything else follows from the
 * status, so that a proxy's answer is a failure as well: but for those that would end something for good (a session, a
 * project that is not there any more), which nobody but our server can say.
 */
export async function readFailure(response: Response): Promise<Failure> {
  let parsed: z.infer<typeof AnyErrorBody> = {};
  try {
    parsed = AnyErrorBody.parse(await response.json());
  } catch {
    return failureWithoutCode(response);
  }
  const data = parsed.data ?? {};
  const text = (key: string): string => (typeof data[key] === 'string' ? data[key] : '');
  const count = (key: string): number => Count.parse(data[key]);
  switch (parsed.code) {
    case 'file-empty':
    case 'image-unreadable':
      return { code: parsed.code, name: text('name') };
    case 'file-too-large':
      return {
        code: 'file-too-large',
        name: text('name'),
        sizeBytes: count('sizeBytes'),
        maxBytes: count('maxBytes'),
      };
    case 'image-too-large':
      return {
        code: 'image-too-large',
        name: text('name'),
        widthPx: count('widthPx'),
        heightPx: count('heightPx'),
        maxPixels: count('maxPixels'),
      };
    case 'name-taken':
    case 'selection-plain':
    case 'selection-duplicate':
      return { code: parsed.code, name: text('name') };
    case 'archive-refused':
      return {
        code: 'archive-refused',
        reason: z.enum(ARCHIVE_REASONS).catch('not-a-zip').parse(data.reason),
        errors: ArchiveErrors.parse(data.errors),
      };
    case 'archive-entry-refused':
      return {
        code: 'archive-entry-refused',
        name: text('name'),
        reason: z.enum(ARCHIVE_ENTRY_REASONS).catch('damaged').parse(data.reason),
      };
    case 'file-format-unsupported':
      return { code: 'file-format-unsupported', extension: text('extension') };
    case 'model-unreadable':
      return {
        code: 'model-unreadable',
        reason: z.enum(MODEL_REASONS).catch('data-damaged').parse(data.reason),
        details: text('details'),
      };
    case 'model-too-complex':
      return {
        code: 'model-too-complex',
        reason: z.enum(COMPLEXITY_REASONS).catch('elements').parse(data.reason),
        details: text('details'),
      };
    case 'engine-failed':
      return { code: parsed.code, reason: text('reason') };
    case 'engine-lacks':
      return { code: 'engine-lacks', wish: z.enum(ENGINE_WISHES).catch('enlarging').parse(data.wish) };
    case 'not-traceable':
      return { code: 'not-traceable', features: z.array(z.string()).catch([]).parse(data.features) };
    case 'product-not-kept':
      return { code: parsed.code, reason: z.enum(NOT_KEPT_REASONS).catch('model').parse(data.reason) };
    case 'maintenance':
      return { code: 'maintenance', message: text('message') || null };
    case 'credits-insufficient':
      return { code: 'credits-insufficient', price: count('price'), balance: count('balance') };
    case 'day-quota-reached':
      return { code: 'day-quota-reached', limit: count('limit'), freeAt: text('freeAt') || null };
    case 'upload-incomplete':
      return { code: 'upload-incomplete', missing: z.array(z.number()).catch([]).parse(data.missing) };
    case 'upload-too-large':
    case 'quota-exceeded':
    case 'library-space-full':
    case 'model-space-full':
      return { code: parsed.code, maxBytes: count('maxBytes') };
    case 'project-limit':
    case 'view-limit':
    case 'library-full':
    case 'selection-limit':
    case 'passkey-limit':
    case 'api-key-limit':
    case 'webhook-limit':
      return { code: parsed.code, limit: count('limit') };
    case 'api-key-scope':
      return { code: parsed.code, scope: KeyScope.nullable().catch(null).parse(data.scope) };
    case 'kept-limit':
      return {
        code: 'kept-limit',
        kind: z.enum(KEPT_KINDS).catch('looks').parse(data.kind),
        limit: count('limit'),
      };
    case 'password-weak':
      return {
        code: 'password-weak',
        reason: z.enum(['short', 'long', 'common']).catch('common').parse(data.reason),
      };
    case 'password-wrong':
    case 'password-needed':
    case 'second-factor-wrong':
    case 'second-factor-expired':
    case 'second-factor-on':
    case 'second-factor-required':
    case 'second-factor-stays':
    case 'passkey-refused':
    case 'passkey-expired':
    case 'webhook-off':
    case 'webhook-address':
    case 'account-link-invalid':
    case 'invitation-required':
    case 'invitation-invalid':
    case 'already-registered':
    case 'owner-stays':
    case 'last-staff':
    case 'own-account':
    case 'account-closed':
      return { code: parsed.code };
    case 'price-unknown':
    case 'price-changed':
    case 'subscription-exists':
    case 'subscription-missing':
    case 'subscription-elsewhere':
    case 'payment-unavailable':
    case 'payment-declined':
      return { code: parsed.code };
    case 'second-factor-wanted':
      return { code: parsed.code, challenge: text('challenge') };
    case 'provider-refused':
      return {
        code: 'provider-refused',
        reason: z.enum(PROVIDER_REFUSALS).catch('answer').parse(data.reason),
      };
    case 'google-refused':
      return { code: 'google-refused', reason: data.reason === 'email' ? 'email' : 'token' };
    case 'invalid-request':
      return { code: 'invalid-request', fields: parsed.fields ?? {} };
    case 'rate-limited':
      return { code: 'rate-limited', retryAfterSeconds: retryAfter(response) };
    case 'revision-stale':
      return { code: 'revision-stale', revision: count('revision'), ...(await readProject(parsed.project)) };
    case 'return-refused':
      return {
        code: 'return-refused',
        reason: RETURN_REFUSALS.find((reason) => reason === data.reason) ?? 'returned',
      };
    case 'engine-unavailable':
    case 'engine-lost':
    case 'engine-refused':
    case 'engine-out-of-memory':
    case 'file-damaged':
    case 'render-finished':
    case 'render-alive':
    case 'order-expired':
    case 'order-unanswered':
    case 'view-deleted':
    case 'upload-hash-mismatch':
    case 'storage-full':
    case 'picture-work-failed':
    case 'not-authenticated':
    case 'credentials-wrong':
    case 'email-taken':
    case 'owner-link-invalid':
    case 'ticket-invalid':
    case 'forbidden':
    case 'not-found':
    case 'idempotency-mismatch':
    case 'idempotency-in-flight':
    case 'not-configured':
    case 'server-unready':
      return { code: parsed.code };
    default:
      return parsed.code === undefined
        ? failureWithoutCode(response)
        : failureOfStatus(response, parsed.request_id);
  }
}

function failureWithoutCode(response: Response): Failure {
  if (SAID_WITH_CODE.includes(response.status)) return { code: 'server-unreachable' };
  return failureOfStatus(response);
}

/** The server's copy of what was to be changed. Its shape comes with the studio: the sign-in screen does without. */
async function readProject(value: unknown): Promise<{ project?: ProjectBody }> {
  if (value === undefined) return {};
  const { ProjectBody } = await import('../../contract/http/projects.ts');
  const { data } = ProjectBody.safeParse(value);
  return data === undefined ? {} : { project: data };
}

/** What a status alone says, and of a call that our server could not do its number. */
export function failureOfStatus(response: Response, requestId?: string): Failure {
  if (response.status === 401) return { code: 'not-authenticated' };
  if (response.status === 402) return { code: 'credits-insufficient', price: 0, balance: 0 };
  if (response.status === 403) return { code: 'forbidden' };
  if (response.status === 404) return { code: 'not-found' };
  if (response.status === 413) return { code: 'upload-too-large', maxBytes: 0 };
  if (response.status === 408 || response.status === 425 || response.status === 429) {
    return { code: 'rate-limited', retryAfterSeconds: retryAfter(response) };
  }
  if (response.status >= 500)
    return { code: 'server-failed', ...(requestId === undefined ? {} : { requestId }) };
  return { code: 'http-error', status: response.status, body: '' };
}

function retryAfter(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 1;
}

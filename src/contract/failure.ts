import type {
  ArchiveEntryReason,
  ArchiveError,
  ArchiveReason,
  ComplexityReason,
  EngineWish,
  EnvironmentReason,
  KeptKind,
  ModelReason,
  NotKeptReason,
  ProjectFileReason,
  ProviderRefusal,
  ReturnRefusal,
} from './failure-reasons.ts';
import type { RecipeReason } from './files/recipe-picture.ts';
import type { KeyScope } from './http/keys/api-keys.ts';
import type { ProjectBody } from './http/projects.ts';
import type { MissingFile } from './model-report.ts';

/**
 * Everything that can go wrong and that a person or a caller can do something about. Two tables are exhaustive over
 * it: `server/http/failure-response.ts` (HTTP status and English sentence) and `app/texts` (what a person reads).
 */
export type Failure =
  // Files a person hands us
  | { code: 'file-empty'; name: string }
  | { code: 'file-too-large'; name: string; sizeBytes: number; maxBytes: number }
  | { code: 'file-format-unsupported'; extension: string }
  /** `details`: what exactly was found, in English, for whoever mends the file. */
  | { code: 'model-unreadable'; reason: ModelReason; details: string }
  | { code: 'model-incomplete'; name: string; missing: readonly MissingFile[] }
  | { code: 'model-too-complex'; reason: ComplexityReason; details: string }
  | { code: 'image-unreadable'; name: string }
  /** A picture of surroundings (.hdr, .exr) that cannot be one. */
  | { code: 'environment-refused'; reason: EnvironmentReason }
  | { code: 'recipe-unreadable'; name: string; reason: RecipeReason }
  | { code: 'image-too-large'; name: string; widthPx: number; heightPx: number; maxPixels: number }
  /** The process that decodes pictures was lost at this one, twice. */
  | { code: 'picture-work-failed' }
  // Files and pictures the stage hands out
  | { code: 'export-empty' }
  | { code: 'export-failed'; reason: string }
  /** The code that exports did not start, or stopped. */
  | { code: 'export-unavailable' }
  | { code: 'capture-too-large'; widthPx: number; heightPx: number; maxPx: number }
  | { code: 'no-matching-materials' }
  /** Another model or project came to the stage while pictures of it were taken. */
  | { code: 'model-changed' }
  /** Light of a recipe is in the sketch of this view, and its file neither on this device nor to be had. */
  | { code: 'light-map-gone' }
  /** A picture without a background was asked for, and what the product covers is not known. */
  | { code: 'silhouette-missing' }
  // Orders
  | { code: 'not-traceable'; features: string[] }
  /** An AI engine would paint the product of an order that keeps it. */
  | { code: 'product-not-kept'; reason: NotKeptReason }
  | { code: 'credits-insufficient'; price: number; balance: number }
  /** Images of a person within 24 hours. `freeAt`: ISO 8601, from when this order fits; null: it never does. */
  | { code: 'day-quota-reached'; limit: number; freeAt: string | null }
  | { code: 'engine-unavailable' }
  /** No server of the engine that is ready enlarges pictures, or has the order's own graph. */
  | { code: 'engine-lacks'; wish: EngineWish }
  | { code: 'engine-failed'; reason: string }
  /** Its servers broke off, each time it was begun again. */
  | { code: 'engine-lost' }
  /** A server does not take the order as it is; staff see why. */
  | { code: 'engine-refused' }
  /** The picture does not fit into a server's graphics memory, also one by one. */
  | { code: 'engine-out-of-memory' }
  | { code: 'render-finished' }
  /** It waits or is being made: only what has ended can be deleted. */
  | { code: 'render-alive' }
  /** A picture that cannot be sent back: it was, or cost nothing; no AI engine made it here; it is too old. */
  | { code: 'return-refused'; reason: ReturnRefusal }
  | { code: 'order-expired' }
  /** It was sent, nobody knows whether it came, and the server tells it from a new one no longer. */
  | { code: 'order-unanswered' }
  // Projects
  | { code: 'project-limit'; limit: number }
  /** Orders that wait, or pictures that a device drew for a project, are on that device alone. */
  | { code: 'project-unsent' }
  /** Ordered for while it was deleted, on the server already: it is made there again. */
  | { code: 'project-made-anew' }
  | { code: 'project-file-refused'; reason: ProjectFileReason }
  /** Neither this device nor the server, where it can be reached, has what a project file needs. */
  | { code: 'project-file-lacks'; names: readonly string[] }
  // Saved views
  | { code: 'view-limit'; limit: number }
  /** The person has as many looks or surroundings, or the project as much painted light, as there is room for. */
  | { code: 'kept-limit'; kind: KeptKind; limit: number }
  | { code: 'view-deleted' }
  // Libraries
  | { code: 'name-taken'; name: string }
  | { code: 'library-full'; limit: number }
  | { code: 'library-space-full'; maxBytes: number }
  | { code: 'model-space-full'; maxBytes: number }
  | { code: 'archive-refused'; reason: ArchiveReason; errors: readonly ArchiveError[] }
  | { code: 'archive-entry-refused'; name: string; reason: ArchiveEntryReason }
  // Materials for the render
  | { code: 'selection-limit'; limit: number }
  | { code: 'selection-plain'; name: string }
  | { code: 'selection-duplicate'; name: string }
  // Uploads
  | { code: 'upload-hash-mismatch' }
  | { code: 'upload-incomplete'; missing: number[] }
  /** The server will not have a part, or the whole of all parts. */
  | { code: 'upload-refused'; step: 'part' | 'complete'; failure: Failure }
  | { code: 'upload-too-large'; maxBytes: number }
  | { code: 'quota-exceeded'; maxBytes: number }
  | { code: 'storage-full' }
  /** The server has it no longer as it was stored. The same bytes, uploaded again, take its place. */
  | { code: 'file-damaged' }
  // Accounts
  | { code: 'not-authenticated' }
  | { code: 'credentials-wrong' }
  | { code: 'email-taken' }
  | { code: 'password-weak'; reason: 'short' | 'long' | 'common' }
  | { code: 'owner-link-invalid' }
  /** The password that a change asks for once more. */
  | { code: 'password-wrong' }
  /** The password has to be given once more before this. */
  | { code: 'password-needed' }
  /** The password was right; the account's second factor is asked for. `challenge` goes with the code, within 5 minutes. */
  | { code: 'second-factor-wanted'; challenge: string }
  /** No code of the account's app or its recovery codes, or one that was used; also where one is missing. */
  | { code: 'second-factor-wrong' }
  /** The second step of a sign-in came too late, or the password changed. */
  | { code: 'second-factor-expired' }
  /** There is one already. */
  | { code: 'second-factor-on' }
  /** Staff have to switch one on before they have anything of what staff have. */
  | { code: 'second-factor-required' }
  /** Staff have to have one: it is not switched off. */
  | { code: 'second-factor-stays' }
  /** No passkey of an account here, or one that did not sign what it was asked to. */
  | { code: 'passkey-refused' }
  /** The passkey's answer came too late, or for the second time. */
  | { code: 'passkey-expired' }
  | { code: 'passkey-limit'; limit: number }
  | { code: 'api-key-limit'; limit: number }
  | { code: 'webhook-limit'; limit: number }
  /** It was switched off: nothing is sent. */
  | { code: 'webhook-off' }
  /** Not https, or no address of the internet or of WEBHOOK_ORIGINS. */
  | { code: 'webhook-address' }
  /** The API key of the call may not do that; null: no key may. */
  | { code: 'api-key-scope'; scope: KeyScope | null }
  /** The device has one for this account already. */
  | { code: 'passkey-here' }
  /** The device did not make or use one. */
  | { code: 'passkey-unavailable' }
  /** The company's provider did not answer, said no, or vouches for somebody who cannot be let in. */
  | { code: 'provider-refused'; reason: ProviderRefusal }
  /** A link of a mail, used, expired or never made. */
  | { code: 'account-link-invalid' }
  /** The waiting list is on (S1 4.1). */
  | { code: 'invitation-required' }
  | { code: 'invitation-invalid' }
  /** Already on the waiting list, or invited. */
  | { code: 'already-registered' }
  /** Google's word for who this is was not taken. `reason`: `email` for an account with a password of the same e-mail. */
  | { code: 'google-refused'; reason: 'token' | 'email' }
  /** The owner's own account, which the instance needs. */
  | { code: 'owner-stays' }
  /** Somebody must be left who looks after the instance. */
  | { code: 'last-staff' }
  /** Nobody closes their own account this way, or takes their own second factor off. */
  | { code: 'own-account' }
  /** Staff have closed it: nobody signs in to it. */
  | { code: 'account-closed' }
  // Money
  /** The payment provider has no such price, or no such pack is sold. */
  | { code: 'price-unknown' }
  /** What a change of the plan costs, or when it begins, is no longer what its preview said. Nothing was charged. */
  | { code: 'price-changed' }
  /** There is a plan already: it is changed instead (B23). */
  | { code: 'subscription-exists' }
  | { code: 'subscription-missing' }
  /** Of a payment provider that is not the server's any more: it can neither be ended nor changed here. */
  | { code: 'subscription-elsewhere' }
  /** The payment provider cannot be reached, or refused; it may have done what it was asked. */
  | { code: 'payment-unavailable' }
  /** The card was refused for the difference to another plan. */
  | { code: 'payment-declined' }
  | { code: 'ticket-invalid' }
  | { code: 'forbidden' }
  // Requests
  | { code: 'not-found' }
  | { code: 'invalid-request'; fields: Record<string, string> }
  | { code: 'idempotency-mismatch' }
  | { code: 'idempotency-in-flight' }
  | { code: 'rate-limited'; retryAfterSeconds: number }
  /** `project`: the server's copy, where the answer had it. */
  | { code: 'revision-stale'; revision: number; project?: ProjectBody }
  | { code: 'not-configured' }
  /** `requestId`: of the call, by which whoever runs the server finds it in the log. */
  | { code: 'server-failed'; requestId?: string }
  /** The server answers, and its database does not. */
  | { code: 'server-unready' }
  /** The server's people work on it: nothing is changed meanwhile. `message`: their words. */
  | { code: 'maintenance'; message: string | null }
  // The way there
  | { code: 'server-unreachable' }
  | { code: 'response-unexpected' }
  /** What stands between, or a store of files, answered with an error. `body`: its words, one line, at most 200 characters. */
  | { code: 'http-error'; status: number; body: string }
  // This device
  /** A picture cannot be drawn here: neither this device nor the server has them now. `names`: of those that have one. */
  | { code: 'traced-files-missing'; names: readonly string[] }
  /** Tabs ended each time they drew it. */
  | { code: 'device-overwhelmed' }
  | { code: 'worker-crashed'; worker: string }
  | { code: 'graphics-unavailable'; reason: string }
  | { code: 'device-storage-full' }
  /** A newer version of the page has the device's database. */
  | { code: 'device-storage-newer' }
  | { code: 'device-storage-unavailable' };

export type FailureCode = Failure['code'];

/** The one error class for an expected failure. A bug throws a plain `Error`, a cancellation an `AbortError`. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly failure: Failure;
  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.code, options);
    this.failure = failure;
  }
}

/** True for a rejection that only says that somebody cancelled. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** True for a failure of one kind, which it then is. */
export function isFailure<Code extends FailureCode>(
  error: unknown,
  code: Code,
): error is AppError & { readonly failure: Extract<Failure, { code: Code }> } {
  return error instanceof AppError && error.failure.code === code;
}

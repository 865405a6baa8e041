/**
 * What went wrong between us and one server, as far as it decides what happens next. `detail` is for staff: English,
 * without credentials, headers and texts of orders.
 */
export type Problem = {
  readonly detail: string;
} & ( // Nobody took the call: it has had no effect. Where nobody even listens, the server's process has ended.
  | { readonly kind: 'refused'; readonly hasEnded: boolean }
  | { readonly kind: 'broken' } // the connection ended in the middle
  | { readonly kind: 'timeout' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'bad-answer' }
  | { readonly kind: 'invalid'; readonly types: readonly string[]; readonly isImageGone: boolean }
  | { readonly kind: 'lost' } // in neither queue nor history
  | { readonly kind: 'interrupted' } // by somebody else
  | { readonly kind: 'silent' }
  | { readonly kind: 'out-of-memory' }
  | { readonly kind: 'model-gone' } // a file that a loader did not find: up to 0.3.64 nobody looks for some of them before
  | { readonly kind: 'execution' }
);

/** A server failed us. Never leaves the engine: what an order ends with is an `AppError`. */
export class ServerFault extends Error {
  readonly problem: Problem;
  constructor(problem: Problem, options?: ErrorOptions) {
    super(`${problem.kind}: ${problem.detail}`, options);
    this.problem = problem;
  }
}

/** A problem of `fetch`, told by what lies beneath it. */
export function toCallFault(error: unknown, call: string): ServerFault {
  const { code } = deepestCause(error);
  const detail = `${call}: ${code ?? 'the connection failed'}`;
  const problem: Problem =
    code !== null && NEVER_ARRIVED.has(code)
      ? { kind: 'refused', detail, hasEnded: code === 'ECONNREFUSED' }
      : { kind: 'broken', detail };
  return new ServerFault(problem, { cause: error });
}

/** Codes of calls that did not come as far as a server. */
const NEVER_ARRIVED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

function deepestCause(error: unknown): { code: string | null } {
  let code: string | null = null;
  let at: unknown = error;
  for (let depth = 0; depth < 8 && at instanceof Error; depth++) {
    if ('code' in at && typeof at.code === 'string') code = at.code;
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return { code };
}

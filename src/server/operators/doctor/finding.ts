/** What came of one look at an instance. */
export interface Finding {
  /** Of what: stable, for programs. */
  readonly check: string;
  /** `fail`: the server does not start, or does not do its work; `warn`: it does, and somebody will be surprised. */
  readonly state: 'ok' | 'warn' | 'fail';
  /** What was found, one sentence. */
  readonly found: string;
  /** What to do about it, one sentence; null where nothing is to be done. */
  readonly todo: string | null;
}

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found, todo: null });
export const warn = (check: string, found: string, todo: string): Finding => ({
  check,
  state: 'warn',
  found,
  todo,
});
export const fail = (check: string, found: string, todo: string): Finding => ({
  check,
  state: 'fail',
  found,
  todo,
});

/** Why something did not work, for the end of a sentence. */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = (error ?? {}) as { message?: string; code?: string; cause?: unknown };
  if (cause !== undefined) return reasonOf(cause);
  return (message || code || String(error)).replace(/\.$/, '');
}

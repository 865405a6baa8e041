/** Nothing is heard of a server for so long: it is away. A model of 500 MB comes in parts, and is checked within it. */
const SILENCE_MS = 120_000;
/** What is sent goes as slowly as this, 40 kB/s: a part of a model then takes the ten minutes that a server gives it. */
const SLOWEST_BYTES_PER_MS = 40;

/** What a server answered. */
export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/**
 * One call with its whole answer, however long both take, as long as bytes go or come. How far a body has left is not known, so that
 * it is given the time of a slow line.
 *
 * @param sentBytes Of the body.
 * @param signal Ends it.
 * @throws DOMException `TimeoutError` when nothing comes for two minutes; what `fetch` throws.
 */
export async function askWhole(
  address: string,
  init: RequestInit,
  sentBytes: number,
  signal: AbortSignal,
): Promise<Answer> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const allow = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(new DOMException('no answer in time', 'TimeoutError')), ms);
  };
  try {
    allow(SILENCE_MS + sentBytes / SLOWEST_BYTES_PER_MS);
    const answer = await fetch(address, { ...init, signal: AbortSignal.any([signal, silence.signal]) });
    const pieces: Uint8Array[] = [];
    const reader = answer.body?.getReader();
    while (reader !== undefined) {
      allow(SILENCE_MS);
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
    }
    const { ok, status, headers } = answer;
    return { ok, status, headers, bytes: new Uint8Array(Buffer.concat(pieces)) };
  } finally {
    clearTimeout(timer);
  }
}

/** An answer as JSON; null for what is none. */
export function readJson({ bytes }: Answer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

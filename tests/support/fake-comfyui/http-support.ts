import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as a route sees it. */
export interface Call {
  readonly method: string;
  /** Without `/api` before it. */
  readonly path: string;
  readonly isUnderApi: boolean;
  readonly query: URLSearchParams;
  readonly headers: Record<string, string>;
  readonly bytes: Buffer;
}
export interface Reply {
  readonly status: number;
  /** Bytes and texts as they are, all else as JSON; none: an empty body. */
  readonly body?: unknown;
  readonly type?: string;
}

export class TooLarge extends Error {}

/** @throws TooLarge above the limit. */
export async function readCall(request: IncomingMessage, maxBytes: number): Promise<Call> {
  const url = new URL(request.url ?? '/', 'http://fake');
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const declared = Number(headers['content-length'] ?? 0);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    // What is too much is still read, so that the client hears the answer.
    if (length <= maxBytes && declared <= maxBytes) chunks.push(chunk);
  }
  if (length > maxBytes) {
    throw new TooLarge(`Maximum request body size ${maxBytes} exceeded, actual body size ${length}`);
  }
  const isUnderApi = url.pathname.startsWith('/api/');
  return {
    method: request.method ?? 'GET',
    path: isUnderApi ? url.pathname.slice(4) : url.pathname,
    isUnderApi,
    query: url.searchParams,
    headers,
    bytes: Buffer.concat(chunks),
  };
}

export function writeReply(response: ServerResponse, { status, body, type }: Reply): void {
  const isBytes = body instanceof Uint8Array;
  const isText = typeof body === 'string';
  const kind = type ?? (isBytes ? 'image/png' : isText ? 'text/plain; charset=utf-8' : 'application/json');
  const payload = body === undefined ? '' : isBytes || isText ? body : JSON.stringify(body);
  response.writeHead(status, body === undefined ? {} : { 'content-type': `${kind}` });
  response.end(payload);
}

/** The call's form, files and all. */
export function readForm({ bytes, headers }: Call): Promise<FormData> {
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData();
}

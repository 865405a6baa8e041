import { beginPart } from './span.ts';

/** Whom the server asks: what names it in a trace, beside its address. */
export type Peer = 'comfyui' | 'webhook' | 'push' | 'stripe' | 'google' | 'company' | 's3';

/** A call over HTTP to somebody else. */
export interface OutgoingCall {
  readonly peer: Peer;
  readonly method: string;
  /** Only host and port of it are told: path and query may hold secrets. */
  readonly url: string | URL;
  /** Its path, with names in braces for what is one thing's; absent where even that is somebody's secret. */
  readonly template?: string;
  /** What is done by it, where that says more than method and template: its name then. */
  readonly operation?: { readonly name: string; readonly attributes: Readonly<Record<string, string>> };
  /** What it belongs to, see `carryTrace`; else to what is under way. */
  readonly parent?: string | undefined;
}

/** Who is asked, as OpenTelemetry's conventions name it. */
export function peerAttributes(peer: string, url: string | URL): Record<string, string | number> {
  const { protocol, hostname, port } = new URL(url);
  const usual = { 'http:': 80, 'https:': 443, 'smtp:': 587, 'smtps:': 465 }[protocol];
  const given = port === '' ? usual : Number(port);
  return {
    'peer.service': peer,
    'server.address': hostname.replace(/^\[|\]$/g, ''),
    ...(given === undefined ? {} : { 'server.port': given }),
  };
}

/**
 * Asks somebody else, as a span after OpenTelemetry's conventions for clients of HTTP. Their `url.full` is left out: addresses
 * of webhooks and of devices are secrets. Neither headers nor bodies are told.
 *
 * @param statusOf Of an answer.
 */
export async function traceRequest<Answer>(
  { peer, method, url, template, operation, parent }: OutgoingCall,
  send: () => Promise<Answer>,
  statusOf: (answer: Answer) => number,
): Promise<Answer> {
  const begun = beginPart(
    operation?.name ?? (template === undefined ? method : `${method} ${template}`),
    {
      'http.request.method': method,
      ...peerAttributes(peer, url),
      ...(template === undefined ? {} : { 'url.template': template }),
      ...operation?.attributes,
    },
    parent,
  );
  if (begun === null) return send();
  try {
    const answer = await send();
    const status = statusOf(answer);
    const hasFailed = status >= 400;
    const more = hasFailed ? { 'error.type': String(status) } : {};
    begun.end(hasFailed, { 'http.response.status_code': status, ...more });
    return answer;
  } catch (error) {
    begun.end(true, { 'error.type': (error as Partial<Error>).name ?? 'Error' });
    throw error;
  }
}

/** `fetch` of whoever asks one peer, whose paths are the same for everybody: what differs is in queries, headers and bodies. */
export function tracedFetch(peer: Peer) {
  return (url: string, init?: { readonly method?: string; readonly signal?: unknown }): Promise<Response> =>
    traceRequest(
      { peer, method: init?.method ?? 'GET', url, template: new URL(url).pathname },
      // Libraries write down the same options in types of their own.
      () => fetch(url, init as RequestInit),
      ({ status }) => status,
    );
}

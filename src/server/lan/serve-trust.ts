import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SetupError } from '../process/setup-error.ts';
import { hostOf } from './lan-settings.ts';
import { writeMobileConfig } from './mobile-config.ts';
import {
  CERTIFICATE_PATH,
  PROFILE_PATH,
  TRUST_POLICY,
  type TrustSubject,
  writeTrustPage,
} from './write-trust-page.ts';

/** The listener without encryption: one page and two files that are nobody's secret. */
export interface TrustListener {
  readonly port: number;
  close(): Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** Headers that only it has. */
  readonly more?: Readonly<Record<string, string>>;
}

/** A browser's headers are a fifth of it. */
const MAX_HEADER_BYTES = 8_192;
const PATIENCE_MS = 10_000;
/** A studio's devices that read it in the same moment, several times over. */
const MAX_CONNECTIONS = 128;
/** Longer texts of a header are not looked at. */
const HEADER_MAX_LENGTH = 500;
const MISDIRECTED = 421;

/**
 * Serves the page that tells how to trust this server, over plain HTTP: a device that does not trust it yet can read nothing
 * else. It takes no body, knows no person, and answers under no other host than `hosts`.
 *
 * @param at.port 0 takes any free one.
 * @param at.hosts Without brackets, in lower case.
 * @throws SetupError when the port does not open.
 */
export async function serveTrust(
  subject: TrustSubject,
  at: { readonly host: string; readonly port: number; readonly hosts: readonly string[] },
): Promise<TrustListener> {
  const limits = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: PATIENCE_MS,
    requestTimeout: PATIENCE_MS,
    keepAliveTimeout: PATIENCE_MS,
    connectionsCheckingInterval: PATIENCE_MS / 2,
  };
  const profile = subject.authority && writeMobileConfig(subject.authority);
  const server = createServer(limits, answer);
  server.maxConnections = MAX_CONNECTIONS;
  // What a connection that only sits there never gets: time without end.
  server.setTimeout(PATIENCE_MS);
  try {
    server.listen({ host: at.host, port: at.port });
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SetupError(
      `Port ${at.port}, for the page that tells how to trust this server, does not open (${code}): set LAN_HTTP_PORT to another one.`,
    );
  }
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { status, type, body, more = {} } = replyTo(request);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    response.writeHead(status, {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      'content-security-policy': TRUST_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      // A body that came along is nobody's, and is not waited for.
      ...(isRead ? {} : { connection: 'close' }),
      ...more,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  function replyTo({ method, url = '', headers }: IncomingMessage): Reply {
    if (!isOurs(headers.host)) {
      return refuse(MISDIRECTED, `This server is not reached by that name: please use ${subject.address}/.`);
    }
    if (method !== 'GET' && method !== 'HEAD') {
      return refuse(405, 'This page is only read.', { allow: 'GET, HEAD' });
    }
    const [path = '', query = ''] = url.split('?', 2);
    if (path === '/') {
      const agent = (headers['user-agent'] ?? '').slice(0, HEADER_MAX_LENGTH);
      const body = writeTrustPage(subject, languageOf(query, headers['accept-language']), agent);
      const more = { vary: 'accept-language, user-agent' };
      return { status: 200, type: 'text/html; charset=utf-8', body, more };
    }
    if (path === CERTIFICATE_PATH && subject.authority !== null) {
      return file('application/x-x509-ca-cert', subject.authority.pem, 'vitrine.crt');
    }
    if (path === PROFILE_PATH && profile !== null) {
      return file('application/x-apple-aspen-config', profile, 'vitrine.mobileconfig');
    }
    return refuse(404, 'There is nothing here.');
  }

  /** Of whatever port: what forwards one here keeps the name. */
  function isOurs(header: string | undefined): boolean {
    if (header === undefined || header.length > HEADER_MAX_LENGTH || /[^\w.:[\]-]/.test(header)) return false;
    const origin = `http://${header}`;
    return URL.canParse(origin) && at.hosts.includes(hostOf(origin));
  }
}

function refuse(status: number, sentence: string, more: Reply['more'] = {}): Reply {
  return { status, type: 'text/plain; charset=utf-8', body: `${sentence}\n`, more };
}

function file(type: string, body: string, name: string): Reply {
  return { status: 200, type, body, more: { 'content-disposition': `attachment; filename="${name}"` } };
}

/** What the link on the page asks for, else the first language of the browser's that the page has. */
function languageOf(query: string, header = ''): 'en' | 'es' {
  const asked = new URLSearchParams(query.slice(0, HEADER_MAX_LENGTH)).get('lang');
  if (asked === 'en' || asked === 'es') return asked;
  const known = /(?:^|,)\s*(en|es)\b/i.exec(header.slice(0, HEADER_MAX_LENGTH));
  return known?.[1]?.toLowerCase() === 'es' ? 'es' : 'en';
}

import { isIPv6 } from 'node:net';
import cors from '@fastify/cors';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import fastify, { type FastifyRequest } from 'fastify';
import {
  LOST_REVISIONS_HEADER,
  PROJECT_MEANT_HEADER,
  PROJECT_REVISION_HEADER,
} from '../../contract/constants.ts';
import type { Config } from '../config.ts';
import { originOf } from '../lan/lan-settings.ts';
import { REQUEST_ID_HEADER } from '../tracing/request-id.ts';
import type { App } from './app.ts';

/**
 * The two style elements that react-aria writes into the page, by the hash of their text: touch-action on what can be
 * pressed (usePress) and overscroll-behavior under a dialog (usePreventScroll). A nonce would be the same for every
 * visit, since the page comes from the service worker. What these hashes no longer fit is refused and fails
 * e2e/accessibility.test.ts.
 */
const REACT_ARIA_STYLES = [
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='",
] as const;

/** Headers against cross-site tricks, and which other origins may call the API. */
export async function secure(app: App, config: Config): Promise<void> {
  const isHttps = config.publicUrl.startsWith('https:');
  // Each name of the local network is an origin of its own. An IPv6 address has no place in a policy, but 'self' is it.
  const lanOrigins = config.lan?.hosts
    .filter((host) => !isIPv6(host))
    .map((host) => originOf(host, config.port));
  const socketOrigins = [...new Set([config.publicUrl, ...(lanOrigins ?? [])])].map((origin) =>
    origin.replace(/^http/, 'ws'),
  );
  // As Google asks for its button; nobody else's page or script comes in.
  const google = (path: string) => (config.google ? [`${config.google.issuer}/gsi/${path}`] : []);
  const store = config.files.publicEndpoint === null ? [] : [new URL(config.files.publicEndpoint).origin];
  const headers = await makeHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...google('client')],
        workerSrc: ["'self'", 'blob:'],
        styleSrc: ["'self'", ...REACT_ARIA_STYLES, ...google('style')],
        imgSrc: ["'self'", 'blob:', 'data:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        // blob: and data: are how a model's own textures are read.
        connectSrc: ["'self'", 'blob:', 'data:', ...socketOrigins, ...store, ...google('')],
        manifestSrc: ["'self'"],
        frameSrc: ["'self'", ...google('')],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        // On plain http in a local network it would send every request to a port where nothing listens.
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' }, // L16
    crossOriginEmbedderPolicy: false,
    // Other origins that ALLOWED_ORIGINS lists show our pictures.
    crossOriginResourcePolicy: { policy: config.allowedOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
    // Google's button must see which origin it stands on, and else says that the origin is not allowed.
    referrerPolicy: { policy: config.google ? 'strict-origin-when-cross-origin' : 'same-origin' },
    // In a local network a name's plain port has the page that tells how to trust the other.
    strictTransportSecurity:
      isHttps && config.lan === null ? { maxAge: 15_552_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    done();
  });
  if (config.allowedOrigins.length > 0) {
    await app.register(cors, {
      origin: [...config.allowedOrigins],
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: [
        'authorization',
        'content-type',
        'idempotency-key',
        'range',
        PROJECT_MEANT_HEADER,
        LOST_REVISIONS_HEADER,
      ],
      exposedHeaders: ['content-range', 'retry-after', PROJECT_REVISION_HEADER, REQUEST_ID_HEADER],
      maxAge: 600,
    });
  }
}

/** What helmet sets, which it makes anew for every call that it is asked for; it is the same for all of them. */
async function makeHeaders(options: FastifyHelmetOptions): Promise<[name: string, value: string][]> {
  const probe = fastify();
  await probe.register(helmet, options);
  const headers: [name: string, value: string][] = [];
  probe.get('/', async (_request, { raw }) => {
    for (const name of raw.getHeaderNames()) headers.push([name, String(raw.getHeader(name))]);
  });
  await probe.inject('/');
  await probe.close();
  return headers;
}

/** Whether the browser sent this call from our own page, or from one of ALLOWED_ORIGINS. */
export function isOwnOrigin(config: Config, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  if (origin === config.publicUrl || config.allowedOrigins.includes(origin)) return true;
  // Reached under another name, such as an address in the local network.
  return new URL(origin).host === request.host;
}

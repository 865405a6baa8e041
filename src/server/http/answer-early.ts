import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { z } from 'zod';
import type { HealthBody, ReadyBody } from '../../contract/http/instance.ts';
import type { RestoreState } from '../../contract/restore.ts';
import type { Config } from '../config.ts';
import { describeListenFailure } from '../process/listen.ts';
import { readTls } from '../process/read-tls.ts';
import { failureResponse } from './failure-response.ts';

/** What holds the port while the server starts. */
export interface EarlyAnswers {
  /** The system chose it when the configuration says 0. */
  readonly port: number;
  /** A backup is restored before the server is there, and this is how far that is. */
  tell(restoring: RestoreState): void;
  /** Lets the port go, for the server itself. */
  close(): Promise<void>;
}

const STARTING = { ok: false, reason: 'The server is starting.' } as const;
const READY: z.infer<typeof ReadyBody> = {
  ready: false,
  checks: { database: STARTING, queue: STARTING, disk: { ok: true } },
  free_bytes: null,
  engines: [],
  maintenance: null,
};
/** For whoever opens the app in that moment; it looks again by itself. */
const PAGE = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>Vitrine</title>
<p lang="en">Vitrine is starting.</p><p lang="es">Vitrine se está iniciando.</p>`;

/**
 * Opens the port before anything else, so that a start fails before it has done anything, and says until {@link
 * EarlyAnswers.close} that the process lives and is not ready: the recovery of a database takes its time.
 *
 * @throws SetupError in words, when the port is taken, reserved, or the address is not this machine's.
 */
export async function answerEarly(config: Config): Promise<EarlyAnswers> {
  let restoring: RestoreState = { step: 'restarting', done: 0, total: 0, refusal: null };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const [path = ''] = (request.url ?? '').split('?');
    const send = (status: number, body: string, type = 'application/json; charset=utf-8'): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'retry-after': '1' });
      response.end(body);
      request.resume();
    };
    const isPage = request.headers.accept?.includes('text/html') === true;
    if (path === '/api/health') send(200, JSON.stringify(healthOf(config)));
    else if (path === '/api/ready') send(503, JSON.stringify(READY));
    else if (path === '/api/restore/') send(200, JSON.stringify(restoring));
    else if (isPage) send(503, PAGE, 'text/html; charset=utf-8');
    else send(503, JSON.stringify(failureResponse({ code: 'server-unready' }).body));
  };
  const tls = readTls(config);
  const server = tls === null ? createServer(answer) : createTlsServer(tls, answer);
  try {
    server.listen({ host: config.host, port: config.port });
    await once(server, 'listening');
  } catch (error) {
    throw describeListenFailure(error, config);
  }
  return {
    port: (server.address() as AddressInfo).port,
    tell(state) {
      restoring = state;
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function healthOf({ version }: Config): z.infer<typeof HealthBody> {
  return { service: 'vitrine', status: 'starting', version, engines_mark: null };
}

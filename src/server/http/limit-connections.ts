import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { Config } from '../config.ts';
import type { App } from './app.ts';

/** How often a body on its way is looked at, within the patience for it. */
const CHECKS_PER_PATIENCE = 4;
const LATE = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/**
 * Ends connections of those who only hold them: a body of which nothing comes for as long as BODY_PATIENCE_S says, and
 * more connections of one address than CONNECTIONS_PER_ADDRESS. Behind a proxy all have its address; it counts them
 * itself.
 */
export function limitConnections(app: App, config: Config): void {
  const { bodyPatienceMs, connectionsPerAddress, trustedProxies } = config;
  if (connectionsPerAddress > 0 && trustedProxies === false) {
    limitByAddress(app.server as Server, connectionsPerAddress);
  }
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const hasBody =
      raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined;
    // A call that came over no line, as those of tests do, has nobody to wait for.
    if (hasBody && !raw.complete && raw.socket instanceof Socket) watchBody(raw, bodyPatienceMs);
    done();
  });
}

function limitByAddress(server: Server, max: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = normalizeIP(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    if (count > max) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}

/** Ends a connection whose body stops arriving. Time in which the server itself has paused reading does not count. */
function watchBody(raw: IncomingMessage, patienceMs: number): void {
  const { socket } = raw;
  let read = socket.bytesRead;
  let silentChecks = 0;
  const watching = setInterval(() => {
    if (raw.complete) return stop();
    silentChecks = socket.bytesRead === read && !socket.isPaused() ? silentChecks + 1 : 0;
    read = socket.bytesRead;
    if (silentChecks < CHECKS_PER_PATIENCE) return;
    stop();
    socket.write(LATE);
    socket.destroySoon();
  }, patienceMs / CHECKS_PER_PATIENCE);
  watching.unref();
  const stop = (): void => clearInterval(watching);
  raw.once('close', stop);
  raw.once('end', stop);
}

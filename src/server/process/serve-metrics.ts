import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { SetupError } from './setup-error.ts';

/** The figures of one process, served where only its operator can read them. */
export interface Metrics {
  readonly registry: Registry;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves Prometheus figures at http://host:port/, never on the public port: Node's own (memory, event loop,
 * garbage) and what is added to the registry.
 *
 * @param host Address that is listened to: 127.0.0.1, or one of a network that only its operator is in.
 * @param port 0 takes any free one.
 * @throws SetupError when the port is taken, or the address is none of this machine.
 */
export async function serveMetrics(host: string, port: number): Promise<Metrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const server = createServer((_request, response) => {
    registry.metrics().then(
      (text) => response.setHeader('content-type', registry.contentType).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'EADDRINUSE') throw new SetupError(`METRICS_PORT ${port} is taken: set it to another one.`);
    throw new SetupError(
      `METRICS_HOST ${host} is no address of this machine that can be listened to (${code}).`,
    );
  });
  return {
    registry,
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

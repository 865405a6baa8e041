import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { SetupError } from './setup-error.ts';

/** The figures of one process, served where only this machine can read them. */
export interface Metrics {
  readonly registry: Registry;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves Prometheus figures at http://127.0.0.1:port/, never on the public port: Node's own (memory, event loop,
 * garbage) and what is added to the registry.
 *
 * @param port 0 takes any free one.
 * @throws SetupError when the port is taken.
 */
export async function serveMetrics(port: number): Promise<Metrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const server = createServer((_request, response) => {
    registry.metrics().then(
      (text) => response.setHeader('content-type', registry.contentType).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch(() => {
    throw new SetupError(`METRICS_PORT ${port} is taken: set it to another one.`);
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

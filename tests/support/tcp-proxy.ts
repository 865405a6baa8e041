import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** How the proxy treats those who come, and those who are there. */
export type ProxyMode =
  | 'pass'
  /** New connections end before a byte went through. */
  | 'refuse'
  /** Nothing goes through any more, and nobody is told: as a line that died. */
  | 'blackhole';

/** A line between an app and its server that can be cut, blocked and made silent. */
export interface TcpProxy {
  /** Origin in front of the server. */
  readonly url: string;
  mode: ProxyMode;
  /** Connections that were refused. */
  readonly refused: number;
  /** Connections that are open. */
  readonly open: number;
  /** Ends every open connection at once, without a goodbye. */
  cut(): void;
  close(): Promise<void>;
}

/** @param target Origin of the server behind it, or the path of its unix socket. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const reach = () => {
    if (target.startsWith('/')) return connect(target);
    const { hostname, port } = new URL(target);
    return connect(Number(port), hostname);
  };
  const pairs = new Set<readonly [Socket, Socket]>();
  const state = { mode: 'pass' as ProxyMode, refused: 0 };

  const server = createServer((client) => {
    if (state.mode === 'refuse') {
      state.refused += 1;
      client.resetAndDestroy();
      return;
    }
    const behind = reach();
    const pair = [client, behind] as const;
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      behind.destroy();
    };
    const pipe = (from: Socket, to: Socket): void => {
      from.on('data', (bytes) => {
        // What falls into it never comes out, also when the line works again.
        if (state.mode !== 'blackhole') to.write(bytes);
      });
      from.on('end', () => {
        if (state.mode !== 'blackhole') to.end();
      });
      from.on('error', end);
      from.on('close', () => {
        if (state.mode !== 'blackhole') end();
      });
    };
    pipe(client, behind);
    pipe(behind, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const cut = (): void => {
    for (const [client, behind] of pairs) {
      client.resetAndDestroy();
      behind.destroy();
    }
    pairs.clear();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get mode() {
      return state.mode;
    },
    set mode(mode) {
      state.mode = mode;
    },
    get refused() {
      return state.refused;
    },
    get open() {
      return pairs.size;
    },
    cut,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What stands before many servers: each connection goes to the next of them that takes it, as a balancer on TCP does. */
export interface RoundRobin {
  readonly port: number;
  /** Connections that each server has been given, by its port. */
  readonly given: ReadonlyMap<number, number>;
  /** Ports on this machine, from now on. */
  setTargets(ports: readonly number[]): void;
  close(): Promise<void>;
}

export async function startRoundRobin(port: number): Promise<RoundRobin> {
  let targets: readonly number[] = [];
  let next = 0;
  const given = new Map<number, number>();
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  };
  /** @param left Servers that may still be tried. */
  function reach(client: Socket, left: number): void {
    const target = targets[next++ % targets.length];
    if (target === undefined || left === 0) {
      client.destroy();
      return;
    }
    const behind = connect(target, '127.0.0.1');
    keep(behind);
    const onRefused = (): void => reach(client, left - 1);
    behind.once('error', onRefused);
    behind.once('connect', () => {
      behind.off('error', onRefused);
      given.set(target, (given.get(target) ?? 0) + 1);
      const end = (): void => {
        client.destroy();
        behind.destroy();
      };
      for (const socket of [client, behind]) socket.on('error', end).on('close', end);
      client.pipe(behind);
      behind.pipe(client);
    });
  }
  const server = createServer((client) => {
    keep(client);
    client.on('error', () => client.destroy());
    reach(client, targets.length);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    given,
    setTargets: (ports) => {
      targets = ports;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

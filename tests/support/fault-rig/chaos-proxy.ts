import { connect, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** What the line does with everything on it from now on. */
export type Line =
  /** Nothing. */
  | { readonly kind: 'pass' }
  /** Whoever calls is hung up on; what was open is ended with a reset. */
  | { readonly kind: 'refuse' }
  /** Calls are taken, and nothing of them arrives, in either direction; what was open stays so. No side is told. */
  | { readonly kind: 'swallow' }
  /** In each direction of each connection. */
  | { readonly kind: 'slow'; readonly bytesPerSecond: number; readonly delayMs: number };

/** A TCP line between a browser and a server, by which all that goes wrong on one goes wrong on purpose. */
export interface ChaosProxy {
  readonly port: number;
  set(line: Line): void;
  /** Ends all that is open with a reset, and goes on as it was told. */
  cut(): void;
  /**
   * The next write that goes through (POST, PUT, PATCH or DELETE) is carried out, and its answer is lost: the line is
   * reset when the first byte of the answer is there. Holds until it has happened once.
   */
  loseNextAnswer(): void;
  /** How many answers were lost by {@link loseNextAnswer}. */
  readonly lost: number;
  close(): Promise<void>;
}

const WRITE = /^(?:POST|PUT|PATCH|DELETE) /;

/** @param target Port of the server on this machine, which may come and go. @param port Its own; 0 for any. */
export async function openChaosProxy(target: number, port = 0): Promise<ChaosProxy> {
  let line: Line = { kind: 'pass' };
  let losesNext = false;
  let lost = 0;
  const open = new Set<readonly [Socket, Socket]>();

  const carry = (from: Socket, to: Duplex): void => {
    // One after the other, however long each takes: bytes keep their order.
    let turn = Promise.resolve();
    from.on('data', (bytes) => {
      if (line.kind === 'swallow') return;
      const wait = line.kind === 'slow' ? line.delayMs + (1000 * bytes.length) / line.bytesPerSecond : 0;
      turn = turn
        .then(() => (wait > 0 ? pause(wait) : undefined))
        .then(() => void (to.writable && to.write(bytes)));
    });
  };
  const server = createServer((browser) => {
    if (line.kind === 'refuse') {
      browser.resetAndDestroy();
      return;
    }
    const product = connect(target, '127.0.0.1');
    const pair = [browser, product] as const;
    open.add(pair);
    /** A write of this connection whose answer is to be lost is on its way. */
    let loses = false;
    browser.on('data', (bytes) => {
      if (!losesNext || line.kind === 'swallow' || !WRITE.test(bytes.subarray(0, 8).toString('latin1')))
        return;
      losesNext = false;
      loses = true;
    });
    product.on('data', () => {
      if (!loses) return;
      loses = false;
      lost += 1;
      end(pair);
    });
    carry(browser, product);
    carry(product, browser);
    for (const socket of pair) {
      // Whoever is there learns of it from the end of the connection.
      socket.on('error', () => end(pair));
      socket.on('close', () => end(pair));
    }
  });
  const end = (pair: readonly [Socket, Socket]): void => {
    if (!open.delete(pair)) return;
    for (const socket of pair) socket.resetAndDestroy();
  };
  const cut = (): void => {
    for (const pair of [...open]) end(pair);
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    set(next) {
      line = next;
      if (next.kind === 'refuse') cut();
      // What was swallowed is gone for good: what is said on such a connection from now on would make no sense.
      if (next.kind === 'pass') cut();
    },
    cut,
    loseNextAnswer() {
      losesNext = true;
    },
    get lost() {
      return lost;
    },
    close() {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

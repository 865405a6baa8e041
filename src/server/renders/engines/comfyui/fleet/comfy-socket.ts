import { randomUUID } from 'node:crypto';
import WebSocket from 'ws';
import { createBackOff, pause } from '../../../../process/wait.ts';
import { type ComfyEvent, readBinaryFrame, readTextFrame } from '../job/read-message.ts';
import type { Timing } from '../job/timing.ts';
import type { ServerAddress } from './server-address.ts';

/** What a socket's owner hears. */
export interface SocketListener {
  onEvent(event: ComfyEvent): void;
  onOpen(): void;
  onClosed(): void;
}

/** The one live channel to a server, opened again whenever it closes. */
export interface ComfySocket {
  /** Jobs handed in with it tell their progress here. */
  clientId(): string;
  isOpen(): boolean;
  /** When the last frame came, or the socket opened: milliseconds of `performance.now`. */
  lastSignMs(): number;
  /** Reconnects with the client id of a process that has ended, to receive messages about its jobs. */
  takeOver(clientId: string): void;
  /** Opens it anew: one that is open may have been forgotten by the server. */
  renew(): void;
  close(): Promise<void>;
}

/** Far above a preview or the state of a large graph. */
const FRAME_MAX_BYTES = 16 * 1024 ** 2;
const PINGS_MISSED = 2;
/** The server has given this client id to somebody else. */
const POLICY_VIOLATION = 1008;

/**
 * Opens a socket and keeps it open. The next one starts only after the close of the one before: a server of 2025 that
 * sees the old one close after the new one registered forgets the new one, which then stays open and silent.
 */
export function openComfySocket(
  server: ServerAddress,
  timing: Timing,
  listener: SocketListener,
): ComfySocket {
  const closing = new AbortController();
  const backOff = createBackOff(timing.retryMinMs, timing.retryMaxMs);
  let clientId: string = randomUUID();
  let credentialKey: string | null = null;
  let current: WebSocket | null = null;
  let lastSignMs = performance.now();

  /** One connection from its start to its close. Resolves with the close code. */
  function connectOnce(): Promise<number> {
    const url = new URL('ws', server.base);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    url.searchParams.set('clientId', clientId);
    const socket = new WebSocket(url, {
      headers: { ...server.headers },
      handshakeTimeout: timing.connectMs,
      maxPayload: FRAME_MAX_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
    });
    current = socket;
    let missed = 0;
    let ping: NodeJS.Timeout | undefined;
    socket.on('pong', () => {
      missed = 0;
    });
    socket.on('open', () => {
      // The key must be the first frame where there is one; elsewhere the flags must.
      if (credentialKey !== null) say(socket, 'credential_auth', { credential_key: credentialKey });
      say(socket, 'feature_flags', { supports_preview_metadata: true });
      ping = setInterval(() => {
        if (missed >= PINGS_MISSED) return socket.terminate();
        missed += 1;
        socket.ping();
      }, timing.pingMs);
      lastSignMs = performance.now();
      backOff.reset();
      listener.onOpen();
    });
    socket.on('message', (data: Buffer, isBinary) => {
      missed = 0;
      lastSignMs = performance.now();
      const event = isBinary ? readBinaryFrame(data) : readTextFrame(data.toString());
      if (event === null) return;
      if (event.kind === 'status') credentialKey = event.credentialKey ?? credentialKey;
      listener.onEvent(event);
    });
    // What went wrong ends in `close`, too.
    socket.on('error', () => {});
    return new Promise((resolve) => {
      socket.on('close', (code) => {
        clearInterval(ping);
        current = null;
        resolve(code);
      });
    });
  }

  async function keepOpen(): Promise<void> {
    for (;;) {
      const code = await connectOnce();
      listener.onClosed();
      if (code === POLICY_VIOLATION) {
        clientId = randomUUID();
        credentialKey = null;
      }
      await pause(backOff.next(), closing.signal);
    }
  }

  function endCurrent(): void {
    const socket = current;
    if (socket === null || socket.readyState === WebSocket.CLOSING) return;
    socket.close(1000);
    const timer = setTimeout(() => socket.terminate(), timing.socketCloseMs);
    socket.on('close', () => clearTimeout(timer));
  }

  const kept = keepOpen().catch(() => {});
  return {
    clientId: () => clientId,
    isOpen: () => current?.readyState === WebSocket.OPEN,
    lastSignMs: () => lastSignMs,
    takeOver(other) {
      if (other === clientId) return;
      clientId = other;
      credentialKey = null;
      endCurrent();
    },
    renew: endCurrent,
    async close() {
      closing.abort();
      endCurrent();
      current?.terminate();
      await kept;
    },
  };
}

function say(socket: WebSocket, type: string, data: object): void {
  socket.send(JSON.stringify({ type, data }));
}

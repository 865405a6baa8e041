import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Journal } from './journal.ts';
import { describeFeatures, isNewer, type Switches } from './switches.ts';

/** Sockets by client id, with what the server knows and forgets about them. */
export interface Sockets {
  open(socket: WebSocket, clientId: string | null): void;
  /** To one client, or to all with `null`. */
  send(clientId: string | null, type: string, data: object): void;
  /** A preview, in the form that the client's first frame asked for; nothing if it asked for the other. */
  sendPreview(clientId: string, form: 'plain' | 'with-metadata', jpeg: Uint8Array, metadata: object): void;
  drop(): void;
  close(code: number): void;
}

export interface SocketsOutside {
  readonly switches: Switches;
  readonly journal: Journal;
  /** Data of `status`. */
  readonly status: () => object;
  /** The node that runs now for a client; null when none does. */
  readonly runningNode: (clientId: string) => string | null;
}

export function createSockets({ switches, journal, status, runningNode }: SocketsOutside): Sockets {
  const known = new Map<string, WebSocket>();
  const keys = new Map<string, string>();
  const all = new Set<WebSocket>();
  const withMetadata = new WeakSet<WebSocket>();

  const push = (socket: WebSocket, frame: string | Uint8Array) => {
    if (switches.isSilent || socket.readyState !== socket.OPEN) return;
    if (switches.breakAfter !== null && switches.breakAfter-- <= 0) {
      switches.breakAfter = null;
      for (const each of all) each.terminate();
      return;
    }
    socket.send(frame);
  };
  const say = (socket: WebSocket, type: string, data: object) => push(socket, JSON.stringify({ type, data }));

  const register = (socket: WebSocket, clientId: string) => {
    known.set(clientId, socket);
    const key = isNewer(switches.version) ? (keys.get(clientId) ?? randomUUID()) : null;
    if (key) keys.set(clientId, key);
    say(socket, 'status', { status: status(), sid: clientId, ...(key && { credential_key: key }) });
    const node = runningNode(clientId);
    if (node !== null) say(socket, 'executing', { node });
  };

  return {
    open(socket, given) {
      const clientId = given || randomUUID().replaceAll('-', '');
      all.add(socket);
      journal.note({ kind: 'socket-open', clientId });
      if (switches.isDeaf) socket.pause();
      let isFirst = true;
      let isProven = !(isNewer(switches.version) && known.has(clientId));
      const proof = isProven ? null : setTimeout(() => socket.close(1008), switches.proofMs);
      socket.on('message', (data) => {
        const text = String(data);
        journal.note({ kind: 'socket-said', clientId, text });
        const frame = parse(text);
        if (!isProven) {
          if (proof) clearTimeout(proof);
          isProven = frame.type === 'credential_auth' && frame.data?.credential_key === keys.get(clientId);
          if (isProven) register(socket, clientId);
          else socket.close(1008);
          return;
        }
        if (isFirst && frame.type === 'feature_flags') {
          if (frame.data?.supports_preview_metadata === true) withMetadata.add(socket);
          const flags = describeFeatures(switches);
          say(socket, 'feature_flags', flags);
        }
        isFirst = false;
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        if (proof) clearTimeout(proof);
        all.delete(socket);
        // Up to 0.3.64 the end of a socket makes the server forget whichever has its client id now.
        if (!isNewer(switches.version) || known.get(clientId) === socket) known.delete(clientId);
        journal.note({ kind: 'socket-closed', clientId });
      });
      if (isProven) register(socket, clientId);
    },
    send(clientId, type, data) {
      if (clientId === null) for (const socket of known.values()) say(socket, type, data);
      else {
        const socket = known.get(clientId);
        if (socket) say(socket, type, data);
      }
    },
    sendPreview(clientId, form, jpeg, metadata) {
      const socket = known.get(clientId);
      if (!socket || withMetadata.has(socket) !== (form === 'with-metadata')) return;
      push(socket, form === 'plain' ? plainFrame(jpeg) : metadataFrame(jpeg, metadata));
    },
    drop() {
      for (const socket of all) socket.terminate();
    },
    close(code) {
      for (const socket of all) socket.close(code);
    },
  };
}

function parse(text: string): { type?: unknown; data?: Record<string, unknown> } {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}

/** Event 1: u32 event, u32 image type (1 is JPEG), bytes. */
function plainFrame(jpeg: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(1, 0);
  head.writeUInt32BE(1, 4);
  return Buffer.concat([head, jpeg]);
}

/** Event 4: u32 event, u32 length, JSON, bytes. */
function metadataFrame(jpeg: Uint8Array, metadata: object): Buffer {
  const json = Buffer.from(JSON.stringify({ ...metadata, image_type: 'image/jpeg' }));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(4, 0);
  head.writeUInt32BE(json.length, 4);
  return Buffer.concat([head, json, jpeg]);
}

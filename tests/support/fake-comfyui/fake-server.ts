import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import { createFolders } from './folders.ts';
import { type Call, type Reply, readCall, TooLarge, writeReply } from './http-support.ts';
import { createJournal, type Journal } from './journal.ts';
import { Queue } from './queue.ts';
import { answerCall } from './routes.ts';
import { createWorker, FOREIGN_CLASS } from './run-jobs.ts';
import type { Site } from './site.ts';
import { createSockets } from './sockets.ts';
import { type Command, DEFAULTS, isNewer, readSettings, type Switches } from './switches.ts';

/** A server that looks like ComfyUI from outside. */
export interface FakeServer {
  readonly port: number;
  readonly switches: Switches;
  readonly journal: Journal;
  /** Makes something happen. */
  command(command: Command): Promise<void>;
}

const ODD_500 = '500 Internal Server Error\n\nServer got itself in trouble';

/** @param port 0 takes a free one. */
export async function startFakeServer(port: number, settings: Partial<Switches>): Promise<FakeServer> {
  const switches: Switches = { ...DEFAULTS, ...readSettings(settings) };
  const journal = createJournal();
  const folders = createFolders();
  const status = () => ({ exec_info: { queue_remaining: queue.remaining } });
  const queue = new Queue(() => sockets.send(null, 'status', { status: status() }));
  const runningNode = (clientId: string) => worker.runningNode(clientId);
  const sockets = createSockets({ switches, journal, status, runningNode });
  const worker = createWorker({ switches, journal, folders, queue, sockets });
  const noteQueued = (promptId: string) => journal.note({ kind: 'queued', promptId });
  const site: Site = { switches, folders, queue, worker, journal: { queued: noteQueued } };

  const connections = new Set<Socket>();
  const doors = new WebSocketServer({ noServer: true });
  let server: Server | null = null;

  const open = (at: number): Promise<void> => {
    const opened = createServer((request, response) => void answer(request, response));
    opened.on('connection', (socket) => {
      connections.add(socket);
      socket.on('close', () => connections.delete(socket));
    });
    opened.on('upgrade', (request, socket, head) => {
      const url = new URL(request.url ?? '/', 'http://fake');
      const isHere = ['/ws', '/api/ws'].includes(url.pathname) && !switches.refusesSockets;
      if (!isHere || isForeign(headersOf(request)) || lacksHeaders(headersOf(request)))
        return socket.destroy();
      doors.handleUpgrade(request, socket, head, (ws) => sockets.open(ws, url.searchParams.get('clientId')));
    });
    server = opened;
    return new Promise((resolve) => opened.listen(at, '127.0.0.1', resolve));
  };
  const shut = async () => {
    const closing = server;
    server = null;
    if (!closing) return;
    const closed = new Promise((resolve) => closing.close(resolve));
    for (const socket of connections) socket.destroy();
    await closed;
  };

  const headersOf = ({ headers }: IncomingMessage) => headers as Record<string, string | undefined>;
  /** A page of another site asks: ComfyUI answers loopback addresses only to pages of their own. */
  const isForeign = (headers: Record<string, string | undefined>) => {
    if (isNewer(switches.version) && headers['sec-fetch-site'] === 'cross-site') return true;
    const { origin, host } = headers;
    return Boolean(origin && host && new URL(origin).host !== host);
  };
  const lacksHeaders = (headers: Record<string, string | undefined>) =>
    Object.entries(switches.wantsHeaders).some(([name, value]) => headers[name.toLowerCase()] !== value);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = routeOf(request);
    response.on('error', () => {});
    const reply = await handle(request, route).catch((error: unknown): Reply | 'swallow' => {
      if (error instanceof TooLarge) return { status: 413, body: error.message };
      return { status: 500, body: ODD_500 };
    });
    await wait(switches.slow[route] ?? 0);
    if (reply === 'swallow') return void request.socket.destroy();
    journal.note({ kind: 'answer', route, status: reply.status });
    writeReply(response, reply);
  }

  async function handle(request: IncomingMessage, route: string): Promise<Reply | 'swallow'> {
    const call = await readCall(request, switches.maxUploadBytes);
    const path = call.path + (call.query.size > 0 ? `?${call.query}` : '');
    journal.note({ kind: 'request', route, path, headers: call.headers, body: bodyOf(call) });
    if (isForeign(call.headers)) return { status: 403 };
    if (lacksHeaders(call.headers)) return { status: 401, body: 'Unauthorized' };
    const fault = switches.routeFaults.find((each) => each.route === route && each.times > 0);
    if (!fault) return answerCall(call, site);
    switches.routeFaults = switches.routeFaults.map((each) =>
      each === fault ? { ...each, times: each.times - 1 } : each,
    );
    if (fault.answer !== 'swallow') return { status: fault.answer.status, body: fault.answer.text ?? '' };
    await answerCall(call, site);
    return 'swallow';
  }

  async function command(order: Command): Promise<void> {
    switch (order.do) {
      case 'drop-sockets':
        return sockets.drop();
      case 'close-sockets':
        return sockets.close(order.code);
      case 'refuse':
        return shut();
      case 'accept':
        return server ? undefined : open(taken);
      case 'restart':
        queue.forget();
        worker.lose();
        worker.free({ models: true, results: true });
        folders.wipe('temp');
        await shut();
        await wait(order.downMs ?? 0);
        return open(taken);
      case 'lose-jobs': {
        const isMeant = (id: string | undefined) => order.promptId === undefined || id === order.promptId;
        for (const [, id] of [...queue.pending()]) if (isMeant(id)) queue.remove(id);
        for (const id of [...queue.history.keys()]) if (isMeant(id)) queue.history.delete(id);
        if (isMeant(queue.running?.[1])) worker.lose();
        return;
      }
      case 'forget-uploads':
        return folders.wipe('temp');
      case 'add-foreign':
        for (const number of order.numbers) {
          const id = crypto.randomUUID();
          const graph = { [FOREIGN_CLASS]: { class_type: FOREIGN_CLASS, inputs: {} } };
          queue.put([number, id, graph, { client_id: 'somebody' }, [FOREIGN_CLASS]]);
        }
        return worker.wake();
      case 'finish-foreign':
        return worker.finishForeign();
      case 'release':
        return worker.release(order.at);
      case 'clear-journal':
        return journal.clear();
    }
  }

  await open(port);
  const taken = (server!.address() as AddressInfo).port;
  return { port: taken, switches, journal, command };
}

/** `POST /prompt`, `GET /history`: what switches and the journal name a route by. */
function routeOf({ method, url = '/' }: IncomingMessage): string {
  const path = url.split('?')[0]!.replace(/^\/api(?=\/)/, '');
  return `${method} /${path.split('/')[1]}`;
}

function bodyOf({ bytes, headers }: Call): unknown {
  if (bytes.length === 0) return null;
  if (!/json|text/.test(headers['content-type'] ?? 'text')) return { sizeBytes: bytes.length };
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return { sizeBytes: bytes.length };
  }
}

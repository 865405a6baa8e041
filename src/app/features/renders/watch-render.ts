import { RENDER_POLL_MS, SOCKET_MAX_ATTEMPTS, SOCKET_RECONNECT_MS } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { type RenderBody, TicketBody } from '../../../contract/http/renders.ts';
import type { RenderId } from '../../../contract/ids.ts';
import { RenderMessage } from '../../../contract/render-events.ts';
import type { App } from '../../app.ts';
import { isCancelled } from '../../is-cancelled.ts';
import { renderQuery } from './queries.ts';

/** What is told while one render is watched. */
export interface RenderListener {
  onMessage(message: RenderMessage): void;
  /** The state as read over HTTP, after each new channel and every 30 s without one. */
  onRead(render: RenderBody): void;
  /** 30 tries failed; the reading goes on (I8). */
  onLost(): void;
}

/**
 * Follows one render until it is over: a WebSocket opened with a one-time ticket (I9), opened again 10 s after it
 * broke, and a reading every 30 s beside it. Tries count only while the page is visible and the server reachable (L5).
 * Returns the function that stops.
 */
export function watchRender(app: App, id: RenderId, listener: RenderListener): () => void {
  let socket: WebSocket | null = null;
  let retry: ReturnType<typeof setTimeout> | null = null;
  let attempts = 0;
  let lastSequence = -1;
  let isOver = false;

  const mayTry = (): boolean => app.outside.page.isVisible() && app.reachability.connection() === 'online';
  const read = async (): Promise<void> => {
    if (isOver || !mayTry()) return;
    try {
      const render = await app.queries.fetchQuery({ ...renderQuery(app, id), staleTime: 0 });
      if (!isOver) listener.onRead(render);
    } catch (error) {
      if (!(error instanceof AppError || isCancelled(error))) throw error;
    }
  };
  const receive = (text: unknown): void => {
    const message = RenderMessage.safeParse(parseJson(text));
    if (!message.success || message.data.sequence < lastSequence) return;
    lastSequence = message.data.sequence;
    attempts = 0;
    listener.onMessage(message.data);
  };
  const open = async (): Promise<void> => {
    retry = null;
    if (isOver || socket !== null || !mayTry()) return;
    try {
      const { ticket } = await app.server.call(`/api/render/${id}/ticket/`, TicketBody, { method: 'POST' });
      if (isOver || socket !== null) return;
      const address = app.server.socketAddress(`/ws/render_${id}/?ticket=${encodeURIComponent(ticket)}`);
      const opened = app.outside.openSocket(address);
      socket = opened;
      opened.onopen = () => void read();
      opened.onmessage = (event) => receive(event.data);
      opened.onclose = () => {
        if (socket === opened) socket = null;
        again();
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      again();
    }
  };
  const again = (): void => {
    if (isOver || retry !== null) return;
    if (mayTry()) attempts += 1;
    if (attempts === SOCKET_MAX_ATTEMPTS) listener.onLost();
    if (attempts >= SOCKET_MAX_ATTEMPTS) return;
    retry = setTimeout(() => void open(), SOCKET_RECONNECT_MS);
  };
  // A page that comes back may hold a dead socket that still says OPEN: read the state at once, and open what is closed.
  const resume = (): void => {
    if (!mayTry()) return;
    void read();
    if (socket !== null) return;
    if (retry !== null) clearTimeout(retry);
    attempts = Math.min(attempts, SOCKET_MAX_ATTEMPTS - 1);
    void open();
  };
  const stopPage = app.outside.page.onChange(resume);
  const stopConnection = app.reachability.onChange(resume);
  const timer = setInterval(() => void read(), RENDER_POLL_MS);
  void open();
  return () => {
    isOver = true;
    clearInterval(timer);
    if (retry !== null) clearTimeout(retry);
    stopPage();
    stopConnection();
    socket?.close();
  };
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

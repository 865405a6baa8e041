import {
  LIVE_SILENCE_MS,
  RENDER_POLL_MS,
  SOCKET_MAX_ATTEMPTS,
  SOCKET_OPEN_MS,
  SOCKET_RECONNECT_MS,
} from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { type RenderBody, TicketBody } from '../../../contract/http/renders.ts';
import type { RenderId } from '../../../contract/ids.ts';
import { isCancelled } from '../../browser/expected-errors.ts';
import type { App } from '../../core/app.ts';
import { renderQuery } from '../../core/render-queries.ts';
import { type ChannelMessage, type HeardMessage, readMessage } from './read-message.ts';

/** What is told while one render is watched. */
export interface RenderListener {
  onMessage(message: HeardMessage): void;
  /** A plain word of the engine's. */
  onTold(status: Extract<ChannelMessage, { type: 'told' }>['status']): void;
  /** The state as read over HTTP, after each new channel and every 30 s. */
  onRead(render: RenderBody): void;
  /** The channel is gone and is opened again. */
  onBroken(): void;
  /** The channel is open and speaks. */
  onSpoke(): void;
  /** 30 tries failed; the reading goes on (I8). @param wasOpen It had spoken before. */
  onLost(wasOpen: boolean): void;
}

/** Waits of the live channel in milliseconds. */
export interface LiveTimes {
  readonly reconnectMs: number;
  /** Between two readings over HTTP. */
  readonly pollMs: number;
  /** A channel that is not open by then is given up. */
  readonly openMs: number;
  /** A channel that says nothing for so long is dead, whatever its state says. */
  readonly silenceMs: number;
}

const TIMES: LiveTimes = {
  reconnectMs: SOCKET_RECONNECT_MS,
  pollMs: RENDER_POLL_MS,
  openMs: SOCKET_OPEN_MS,
  silenceMs: LIVE_SILENCE_MS,
};

/**
 * Follows one render until it is over: a WebSocket opened with a one-time ticket (I9), opened again 10 s after it broke
 * or fell silent, and a reading every 30 s beside it. Tries count only while the page is visible and the server reachable
 * (L5). Returns the function that stops.
 */
export function watchRender(
  app: App,
  id: RenderId,
  listener: RenderListener,
  times: LiveTimes = TIMES,
): () => void {
  let socket: WebSocket | null = null;
  let retry: ReturnType<typeof setTimeout> | null = null;
  let silence: ReturnType<typeof setTimeout> | null = null;
  let attempts = 0;
  let lastSequence = -1;
  let wasOpen = false;
  let isSpeaking = false;
  let isLost = false;
  let isOver = false;
  /** When the channel last said something, by the device's clock. */
  let heardAtMs = 0;

  const isOnline = (): boolean => app.reachability.connection() === 'online';
  const mayTry = (): boolean => app.outside.page.isVisible() && isOnline();
  const read = async (): Promise<void> => {
    if (isOver || !isOnline()) return;
    try {
      const render = await app.queries.fetchQuery({ ...renderQuery(app, id), staleTime: 0 });
      if (!isOver) listener.onRead(render);
    } catch (error) {
      if (!(error instanceof AppError || isCancelled(error))) throw error;
    }
  };
  const receive = (text: unknown): void => {
    heardAtMs = app.outside.now();
    const message = readMessage(text, id, lastSequence, app.outside.warn);
    if (isOver || message === null) return;
    attempts = 0;
    wasOpen = true;
    isLost = false;
    if (!isSpeaking) listener.onSpoke();
    isSpeaking = true;
    if (message.type === 'heartbeat') return;
    if (message.type === 'told') listener.onTold(message.status);
    else if (message.sequence >= lastSequence) {
      lastSequence = message.sequence;
      listener.onMessage(message);
    }
  };
  const expectWord = (ms: number): void => {
    if (silence !== null) clearTimeout(silence);
    silence = setTimeout(() => {
      drop();
      void read();
      again();
    }, ms);
  };
  /** A dead socket may say OPEN for hours, and its close may never come: from here on it is nobody's. */
  const drop = (): void => {
    if (silence !== null) clearTimeout(silence);
    const dead = socket;
    socket = null;
    isSpeaking = false;
    if (dead === null) return;
    dead.onopen = null;
    dead.onmessage = null;
    dead.onclose = null;
    dead.close();
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
      expectWord(times.openMs);
      heardAtMs = app.outside.now();
      opened.onopen = () => {
        expectWord(times.silenceMs);
        void read();
      };
      opened.onmessage = (event) => {
        expectWord(times.silenceMs);
        receive(event.data);
      };
      opened.onclose = () => {
        drop();
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
    if (attempts < SOCKET_MAX_ATTEMPTS) {
      if (!isLost) listener.onBroken();
      retry = setTimeout(() => void open(), times.reconnectMs);
    } else if (!isLost) {
      isLost = true;
      listener.onLost(wasOpen);
    }
  };
  /**
   * The server tells the devices of a person none of whose pages is listening. A page that is not looked at listens only where it
   * tells the end itself: not where its device is told, since it may be put to sleep before it could, nor where it may show nothing.
   */
  const tellsHidden = (): boolean => {
    const { notifications, push } = app.outside;
    return notifications?.permission() === 'granted' && !push.isWanted();
  };
  // A page that comes back reads the state at once, and opens what is closed, or fell silent while its timers slept.
  const resume = (): void => {
    if (!app.outside.page.isVisible() && !tellsHidden()) {
      drop();
      return;
    }
    if (!mayTry()) return;
    void read();
    if (socket !== null && app.outside.now() - heardAtMs < times.silenceMs) return;
    drop();
    if (retry !== null) clearTimeout(retry);
    attempts = Math.min(attempts, SOCKET_MAX_ATTEMPTS - 1);
    void open();
  };
  const stopPage = app.outside.page.onChange(resume);
  const stopFreeze = app.outside.page.onFreeze(drop);
  const stopConnection = app.reachability.onChange(resume);
  // A page that wakes may be earlier than its network.
  const stopRecovery = app.reachability.onRecovered(resume);
  const timer = setInterval(() => void read(), times.pollMs);
  void open();
  return () => {
    isOver = true;
    clearInterval(timer);
    if (retry !== null) clearTimeout(retry);
    stopPage();
    stopFreeze();
    stopConnection();
    stopRecovery();
    drop();
  };
}

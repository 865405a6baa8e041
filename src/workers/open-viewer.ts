import { AppError } from '../contract/failure.ts';
import { NO_DRAWING_CODE } from '../contract/failure-reasons.ts';
import type { GraphicsReport, ViewerApi } from '../contract/viewer-api.ts';
import type { ViewerEvent, ViewerGesture } from '../contract/viewer-events.ts';
import { forwardGestures, measureStage } from './forward-gestures.ts';
import { connect } from './rpc.ts';

/** Chromium restores a lost context within about 1 s; Safari 17 never does. */
const RESTORE_PATIENCE_MS = 3_000;
/** A second failure within this time draws on the page, a third gives up. */
const FAILURE_WINDOW_MS = 60_000;
/** How long a closing worker may take to free its graphics memory. */
const GOODBYE_MS = 1_000;

export interface ViewerOptions {
  /** Draws there and nowhere else; absent leaves the choice to what the browser can do. */
  readonly place?: 'page' | 'worker';
}

/** A viewer on the page's side. Calls made while it starts or recovers wait for that. */
export interface ViewerClient {
  readonly api: ViewerApi;
  /** How and with what it draws, once it does. @throws AppError `graphics-unavailable`. */
  graphics(): Promise<GraphicsReport>;
  /** Returns the function that stops listening. */
  onEvent(listener: (event: ViewerEvent) => void): () => void;
  sendGesture(gesture: ViewerGesture): void;
  /** A point of the window as one of the stage, CSS pixels from its left and top; null beside it. */
  placeOf(clientX: number, clientY: number): { readonly xPx: number; readonly yPx: number } | null;
  /** Starts anew after the event `fatal`; `needsScene` follows when it draws, `fatal` when it does not. */
  restart(): void;
  /** Frees the graphics memory, ends the worker and removes the canvas. */
  dispose(): void;
}

/** What the worker answers besides the viewer's own interface. */
type WorkerViewer = ViewerApi & { probe(): Promise<boolean> };

interface Session {
  readonly api: ViewerApi;
  readonly report: GraphicsReport;
}

/** What a session holds before and after it is ready. */
interface Resources {
  readonly canvas: HTMLCanvasElement;
  readonly port: MessagePort;
  worker: Worker | null;
  end: (reason: Error) => void;
}

/**
 * Puts a canvas into `host` and starts the scene behind it: in a worker where a worker has WebGL 2, else on the page.
 * When the worker dies or the graphics context stays lost, a new canvas and a new worker take over and the event
 * `needsScene` asks the owner to show everything again.
 *
 * @param host An empty element; its size is the canvas's size.
 */
export function openViewer(host: HTMLElement, options: ViewerOptions = {}): ViewerClient {
  const listeners = new Set<(event: ViewerEvent) => void>();
  const failures: number[] = [];
  let resources: Resources | null = null;
  let session: Promise<Session>;
  let restoreTimer: ReturnType<typeof setTimeout> | undefined;
  let isDisposed = false;

  const emit = (event: ViewerEvent): void => {
    for (const listener of [...listeners]) listener(event);
  };
  const sendGesture = (gesture: ViewerGesture): void => resources?.port.postMessage(gesture);

  const receive = (from: Resources, event: ViewerEvent): void => {
    if (from !== resources) return;
    if (event.kind === 'cursorChanged') host.style.cursor = event.cursor;
    if (event.kind === 'contextRestored') clearTimeout(restoreTimer);
    if (event.kind === 'contextLost') {
      clearTimeout(restoreTimer);
      restoreTimer = setTimeout(() => recover(from, 'the graphics context stayed lost'), RESTORE_PATIENCE_MS);
    }
    if (event.kind === 'fatal') recover(from, event.reason);
    else emit(event);
  };

  const open = (): { opened: Resources; stream: MessagePort } => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas.style, { display: 'block', width: '100%', height: '100%' });
    host.append(canvas);
    const { port1, port2 } = new MessageChannel();
    const opened: Resources = { canvas, port: port1, worker: null, end: () => undefined };
    port1.onmessage = ({ data }: MessageEvent<ViewerEvent>) => receive(opened, data);
    return { opened, stream: port2 };
  };

  const startInWorker = async (opened: Resources, stream: MessagePort): Promise<Session | null> => {
    const worker = new Worker(new URL('./viewer/viewer-worker.ts', import.meta.url), { type: 'module' });
    const remote = connect<WorkerViewer>(worker);
    opened.worker = worker;
    opened.end = remote.fail;
    let isReady = false;
    const crash = (): void => {
      remote.fail(new AppError({ code: 'worker-crashed', worker: 'viewer' }));
      if (isReady) recover(opened, 'the viewer worker crashed');
    };
    worker.addEventListener('error', crash);
    worker.addEventListener('messageerror', crash);
    try {
      if (!(await remote.api.probe())) throw new Error('no WebGL 2 in a worker');
      const report = await remote.api.start(
        opened.canvas.transferControlToOffscreen(),
        stream,
        measureStage(host),
      );
      isReady = true;
      return { api: remote.api, report };
    } catch {
      worker.terminate();
      return null;
    }
  };

  const startOnPage = async (opened: Resources, stream: MessagePort): Promise<Session> => {
    const { createViewer } = await import('./viewer/create-viewer.ts').catch((cause: unknown) => {
      throw new Error(NO_DRAWING_CODE, { cause });
    });
    const api = createViewer('page');
    opened.end = () => void api.dispose();
    return { api, report: await api.start(opened.canvas, stream, measureStage(host)) };
  };

  const start = async (isOnPage: boolean): Promise<Session> => {
    if (!isOnPage && 'transferControlToOffscreen' in HTMLCanvasElement.prototype) {
      const { opened, stream } = open();
      resources = opened;
      const started = await startInWorker(opened, stream);
      if (started !== null) return started;
      opened.canvas.remove();
      opened.port.close();
    }
    if (options.place === 'worker') {
      throw new AppError({ code: 'graphics-unavailable', reason: 'no WebGL 2 in a worker' });
    }
    if (isDisposed) throw closedError();
    const { opened, stream } = open();
    resources = opened;
    return await startOnPage(opened, stream);
  };

  const close = (closing: Resources, reason: Error): void => {
    closing.end(reason);
    closing.worker?.terminate();
    closing.port.close();
    closing.canvas.remove();
  };

  const recover = (failed: Resources, reason: string): void => {
    if (failed !== resources || isDisposed) return;
    clearTimeout(restoreTimer);
    const now = Date.now();
    failures.push(now);
    const recent = failures.filter((time) => now - time < FAILURE_WINDOW_MS).length;
    close(failed, goneError());
    resources = null;
    if (recent > 2) {
      session = Promise.reject(new AppError({ code: 'graphics-unavailable', reason }));
      session.catch(() => undefined);
      emit({ kind: 'fatal', reason });
      return;
    }
    begin(options.place === 'page' || (options.place !== 'worker' && recent > 1));
    emit({ kind: 'sceneLost' });
    askForScene();
  };

  const begin = (isOnPage: boolean): void => {
    session = start(isOnPage);
    session.catch((error: unknown) => {
      if (!isDisposed)
        emit({ kind: 'fatal', reason: error instanceof Error ? error.message : String(error) });
    });
  };
  const askForScene = (): void => {
    session.then(() => emit({ kind: 'needsScene' })).catch(() => undefined);
  };
  begin(options.place === 'page');
  const stopForwarding = forwardGestures(host, sendGesture);

  return {
    api: apiOf(() => session),
    graphics: async () => (await session).report,
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sendGesture,
    placeOf(clientX, clientY) {
      const { left, top, widthPx, heightPx } = measureStage(host);
      const [xPx, yPx] = [clientX - left, clientY - top];
      return xPx >= 0 && yPx >= 0 && xPx < widthPx && yPx < heightPx ? { xPx, yPx } : null;
    },
    restart() {
      if (isDisposed) return;
      if (resources !== null) close(resources, goneError());
      failures.length = 0;
      begin(options.place === 'page');
      emit({ kind: 'sceneLost' });
      askForScene();
    },
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      stopForwarding();
      listeners.clear();
      clearTimeout(restoreTimer);
      const closing = resources;
      if (closing === null) return;
      closing.canvas.remove();
      const goodbye = session.then(({ api }) => api.dispose()).catch(() => undefined);
      const patience = new Promise((resolve) => setTimeout(resolve, GOODBYE_MS));
      void Promise.race([goodbye, patience]).then(() => close(resources ?? closing, closedError()));
    },
  };
}

/** What a call is answered whose viewer was closed under it: nobody waits for it any more. */
const closedError = () => new DOMException('The viewer was closed.', 'AbortError');
/** What a call is answered whose viewer another one follows. */
const goneError = () => new AppError({ code: 'worker-crashed', worker: 'viewer' });

/** The viewer's interface on whatever session stands when a method is called. */
function apiOf(session: () => Promise<Session>): ViewerApi {
  const later = async (method: keyof ViewerApi, args: unknown[]): Promise<unknown> => {
    const { api, report } = await session();
    if (method === 'start') return report;
    return await (api[method] as (...values: unknown[]) => Promise<unknown>)(...args);
  };
  return new Proxy({} as ViewerApi, {
    get(_target, method) {
      // A promise that resolves with this object asks it for `then`.
      if (typeof method !== 'string' || method === 'then') return undefined;
      return (...args: unknown[]) => later(method as keyof ViewerApi, args);
    },
  });
}

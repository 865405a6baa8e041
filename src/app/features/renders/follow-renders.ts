import { subscribe } from 'valtio';
import { QUEUE_WARNING_ABOVE, QUEUED_FLASH_MS, RECOVERY_DELAY_MS } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { RenderAcceptedBody, type RenderBody } from '../../../contract/http/renders.ts';
import { RenderId } from '../../../contract/ids.ts';
import type { RenderMessage } from '../../../contract/render-events.ts';
import type { App } from '../../app.ts';
import { isCancelled } from '../../is-cancelled.ts';
import { isOrder } from '../../is-order.ts';
import { ACCOUNT_QUERY } from '../../use-account.ts';
import { endsSet } from './ends-set.ts';
import { explainEnd } from './explain-end.ts';
import { advanceLoader, type LoaderEvent } from './loader-machine.ts';
import { orderedEngine } from './ordered-engine.ts';
import { systemQuery } from './queries.ts';
import { watchRender } from './watch-render.ts';

/**
 * Brings orders and running renders to the loader: what the outbox says, what the server lists, and one channel for
 * each render that is alive. Returns the function that stops.
 */
export function followRenders(app: App): () => void {
  const { renders } = app.state;
  const watched = new Map<number, () => void>();
  let flash: ReturnType<typeof setTimeout> | null = null;

  const send = (event: LoaderEvent): void => {
    renders.loader = advanceLoader(renders.loader, event);
  };
  const finish = (
    renderId: number,
    status: 'completed' | 'error' | 'cancelled',
    code: string | null,
  ): void => {
    watched.get(renderId)?.();
    watched.delete(renderId);
    if (renders.preview?.renderId === renderId) renders.preview = null;
    send({ kind: 'finished', renderId, status, code });
    void app.queries.invalidateQueries({ queryKey: ['renders'] });
    void app.queries.invalidateQueries({ queryKey: ['render', renderId] });
    void app.queries.invalidateQueries({ queryKey: ACCOUNT_QUERY });
    void refreshSystem();
  };
  const announceEnd = (
    status: 'completed' | 'error' | 'cancelled',
    refunded: number,
    code: string | null,
  ): void => {
    const { t } = app.texts();
    if (status === 'completed') renders.announcement = t.order.finished;
    else if (status === 'error') {
      const sentence = explainEnd(app.texts(), code, refunded);
      renders.announcement = sentence;
      app.toasts.show('error', sentence);
    } else renders.announcement = t.order.cancelled(refunded);
  };
  const onMessage = (renderId: number, message: RenderMessage): void => {
    switch (message.type) {
      case 'render_progress':
        send({
          kind: 'progressed',
          renderId,
          progress: message.progress,
          nodeId: message.node_id,
          at: app.outside.now(),
        });
        return;
      case 'queue_status':
        send({ kind: 'queued', renderId, queuePosition: message.queue_position });
        return;
      case 'preview':
        renders.preview = { renderId, image: message.preview_base64 };
        return;
      case 'render_completed':
        announceEnd(message.status, message.refunded, message.error);
        finish(renderId, message.status, message.error);
    }
  };
  const onRead = (render: RenderBody): void => {
    if (render.status === 'processing') {
      const { id: renderId, progress, node_id: nodeId } = render;
      send({ kind: 'progressed', renderId, progress, nodeId, at: app.outside.now() });
    } else if (render.status === 'queued') {
      send({ kind: 'queued', renderId: render.id, queuePosition: render.queue_position ?? 1 });
    } else if (watched.has(render.id)) {
      announceEnd(render.status, render.refunded, render.error_code);
      finish(render.id, render.status, render.error_code);
    }
  };
  const watch = (): void => {
    for (const job of renders.loader.jobs) {
      const { renderId } = job;
      if (renderId === null || watched.has(renderId)) continue;
      const stop = watchRender(app, RenderId.parse(renderId), {
        onMessage: (message) => onMessage(renderId, message),
        onRead,
        onLost: () => app.toasts.show('warning', app.texts().t.order.lostChannel),
      });
      watched.set(renderId, stop);
    }
    const isAlive = new Set(renders.loader.jobs.map((job) => job.renderId));
    for (const [renderId, stop] of watched) {
      if (isAlive.has(renderId)) continue;
      stop();
      watched.delete(renderId);
    }
    if (renders.loader.phase === 'queued' && flash === null) {
      flash = setTimeout(() => {
        flash = null;
        send({ kind: 'queuedShown' });
      }, QUEUED_FLASH_MS);
    }
  };
  const refreshSystem = async (): Promise<void> => {
    try {
      await app.queries.fetchQuery(systemQuery(app));
    } catch (error) {
      if (!(error instanceof AppError || isCancelled(error))) throw error;
    }
  };
  const stopQueries = app.queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (event.query.queryKey[0] !== 'system') return;
    const state = app.queries.getQueryData(systemQuery(app).queryKey);
    if (state === undefined) return;
    send({
      kind: 'systemSeen',
      activeServers: state.system.active_servers,
      totalServers: state.system.total_servers,
      hasAi: state.system.ai !== null,
      pending: state.renders.pending.map(({ id, queue_position: queuePosition, engine }) => ({
        id,
        queuePosition,
        engine,
      })),
      running: state.renders.in_progress.map((entry) => ({
        id: entry.id,
        progress: entry.progress,
        nodeId: entry.node_id,
        engine: entry.engine,
      })),
      at: app.outside.now(),
    });
  });
  const stopOutbox = app.outbox.onEvent((event) => {
    if (!isOrder(event.row.work)) return;
    const texts = app.texts();
    if (event.kind === 'sending') {
      if (!renders.loader.jobs.some((job) => job.id === event.row.key))
        send({ kind: 'ordered', id: event.row.key, engine: orderedEngine(event.row.work) });
      return;
    }
    if (event.kind === 'delayed') return;
    if (event.kind === 'stopped') {
      send({ kind: 'rejected', id: event.row.key });
      return;
    }
    const accepted = RenderAcceptedBody.parse(event.value);
    send({
      kind: 'accepted',
      id: event.row.key,
      renderId: accepted.id,
      queuePosition: accepted.queue_position,
    });
    void app.queries.invalidateQueries({ queryKey: ACCOUNT_QUERY });
    const waiting = renders.loader.jobs.filter((job) => job.stage === 'queued').length;
    if (waiting > QUEUE_WARNING_ABOVE && endsSet(event.row.work))
      app.toasts.show('warning', texts.t.order.manyQueued(waiting));
  });
  const stopConnection = app.reachability.onChange((connection) => {
    if (connection === 'online') void refreshSystem();
  });
  const stopState = subscribe(renders, watch);
  const recovery = setTimeout(() => void refreshSystem(), RECOVERY_DELAY_MS);
  return () => {
    clearTimeout(recovery);
    if (flash !== null) clearTimeout(flash);
    stopQueries();
    stopOutbox();
    stopConnection();
    stopState();
    for (const stop of watched.values()) stop();
  };
}

import { subscribe } from 'valtio';
import { QUEUE_WARNING_ABOVE } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { RenderAcceptedBody } from '../../../contract/http/renders.ts';
import { RenderId } from '../../../contract/ids.ts';
import { isCancelled } from '../../browser/expected-errors.ts';
import type { App } from '../../core/app.ts';
import { type SystemState, systemQuery } from '../../core/render-queries.ts';
import { ACCOUNT_QUERY } from '../../core/use-account.ts';
import { isOrder } from '../../data/is-order.ts';
import { advanceLoader, type LoaderEvent } from '../../state/loader-machine.ts';
import { initialLoader } from '../../state/loader-state.ts';
import { endsSet } from './ends-set.ts';
import { followHandedOver } from './follow-handed-over.ts';
import { createLoaderStore } from './keep-loader.ts';
import { orderedEngine } from './ordered-engine.ts';
import { readSystem } from './read-system.ts';
import { recoverLoader } from './recover-loader.ts';
import { createLoaderClock } from './run-loader-clock.ts';
import { type RenderEnd, tellEnd } from './tell-end.ts';
import { type LiveTimes, type RenderListener, watchRender } from './watch-render.ts';

/**
 * Brings orders and running renders to the loader: what the outbox says, what the server lists, and one channel for
 * each render that is alive. Returns the function that stops.
 */
export function followRenders(app: App, userId: number, times?: LiveTimes): () => void {
  const live = app.state.progress;
  const watched = new Map<number, () => void>();
  let lastEndedAt: string | null | undefined;

  const send = (event: LoaderEvent): void => {
    live.loader = advanceLoader(live.loader, event);
  };
  const refresh = async (): Promise<void> => {
    void app.queries.invalidateQueries({ queryKey: ACCOUNT_QUERY });
    await app.queries.invalidateQueries({ queryKey: ['renders'] });
  };
  const dropPreview = (renderId: number): void => {
    if (live.preview?.renderId === renderId) live.preview = null;
  };
  const refreshSystem = async (): Promise<void> => {
    try {
      await app.queries.fetchQuery(systemQuery(app));
    } catch (error) {
      if (!(error instanceof AppError || isCancelled(error))) throw error;
    }
  };
  /** The channel and a reading may both tell it; the first one counts. */
  const finish = (end: RenderEnd): void => {
    const { renderId, status, code } = end;
    if (!watched.has(renderId)) return;
    watched.get(renderId)?.();
    watched.delete(renderId);
    if (status !== 'completed') dropPreview(renderId);
    send({ kind: 'finished', renderId, status, code });
    void tellEnd(app, end);
    void app.queries.invalidateQueries({ queryKey: ['render', renderId] });
    void refresh().finally(() => dropPreview(renderId));
    void refreshSystem();
  };
  const listenTo = (renderId: number): RenderListener => ({
    onMessage(message) {
      switch (message.type) {
        case 'render_progress': {
          const { progress } = message;
          const nodeId = message.node_id || null;
          const isPercent = message.isLoose !== true;
          return send({ kind: 'progressed', renderId, progress, nodeId, isPercent });
        }
        case 'queue_status': {
          const { queue_position: queuePosition, queue_running: enginesBusy } = message;
          return send({ kind: 'queued', renderId, queuePosition, enginesBusy });
        }
        case 'preview':
          live.preview = { renderId, image: message.preview_base64 };
          return;
        case 'render_completed': {
          const { status, refunded, error: code } = message;
          return finish({ renderId, status, refunded, code });
        }
      }
    },
    onTold(status) {
      if (status === 'error') finish({ renderId, status, refunded: 0, code: null });
      else send({ kind: 'told', renderId, status });
    },
    onRead({ status, progress, node_id: nodeId, queue_position: place, refunded, error_code: code }) {
      if (status === 'processing') send({ kind: 'progressed', renderId, progress, nodeId, isPercent: true });
      else if (status !== 'queued') finish({ renderId, status, refunded, code });
      else if (place !== null) send({ kind: 'queued', renderId, queuePosition: place, enginesBusy: null });
    },
    onBroken: () => send({ kind: 'channelBroken', renderId }),
    onSpoke: () => send({ kind: 'channelSpoke', renderId }),
    onLost(wasOpen) {
      send({ kind: 'channelLost', renderId });
      const { lostChannel, noChannel } = app.texts().t.order;
      app.toasts.show('warning', wasOpen ? lostChannel : noChannel);
    },
  });
  const watch = (): void => {
    const isAlive = new Set(live.loader.jobs.map((job) => job.renderId));
    for (const renderId of isAlive) {
      if (renderId === null || watched.has(renderId)) continue;
      watched.set(renderId, watchRender(app, RenderId.parse(renderId), listenTo(renderId), times));
    }
    for (const [renderId, stop] of watched) {
      if (isAlive.has(renderId)) continue;
      stop();
      watched.delete(renderId);
      // Cancelled here, gone on with by another engine, or out of sight: no picture comes in its place.
      dropPreview(renderId);
    }
  };
  const see = (state: SystemState): void => {
    send({ kind: 'systemSeen', ...readSystem(state) });
    // Something ended that this tab may never have seen begin: on another device, or between two questions.
    const { last_ended_at: endedAt } = state.statistics;
    if (lastEndedAt !== undefined && lastEndedAt !== endedAt) void refresh();
    lastEndedAt = endedAt;
  };

  live.loader = initialLoader();
  const store = createLoaderStore(app.outside, userId);
  const kept = store.recall();
  send({ kind: 'counted', ordered: kept.ordered, completed: kept.completed });
  const clock = createLoaderClock(send);
  let isRecovered = false;
  const stopRecovery = recoverLoader(async () => {
    const state = await app.queries.fetchQuery(systemQuery(app));
    isRecovered = true;
    send({ kind: 'recovered', local: kept.jobs, ...readSystem(state) });
  });
  const handedOver = followHandedOver(app, async (id) => {
    // It is among the server's renders before it is none of ours.
    await refreshSystem();
    if (live.loader.jobs.some((job) => job.id === id && job.renderId === null))
      send({ kind: 'handedOver', id });
  });
  const stopState = subscribe(live, () => {
    watch();
    handedOver.see();
    clock.see(live.loader);
    // Before that it knows less than what is kept.
    if (isRecovered) store.keep(live.loader);
  });
  const stopQueries = app.queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (event.query.queryKey[0] !== 'system') return;
    const state = app.queries.getQueryData(systemQuery(app).queryKey);
    if (state !== undefined) see(state);
  });
  const stopOutbox = app.outbox.onEvent((event) => {
    const { key: id, work } = event.row;
    if (!isOrder(work) || event.kind === 'delayed') return;
    const isDropped = event.kind === 'sent' && event.value === null;
    if (event.kind === 'stopped' || isDropped) return send({ kind: 'rejected', id });
    if (event.kind === 'sending') {
      const isKnown = live.loader.jobs.some((job) => job.id === id);
      return isKnown ? undefined : send({ kind: 'ordered', id, engine: orderedEngine(work) });
    }
    const { id: renderId, queue_position: queuePosition } = RenderAcceptedBody.parse(event.value);
    send({ kind: 'accepted', id, renderId, queuePosition });
    void app.queries.invalidateQueries({ queryKey: ACCOUNT_QUERY });
    const waiting = live.loader.jobs.filter((job) => job.stage === 'queued').length;
    if (waiting > QUEUE_WARNING_ABOVE && endsSet(work))
      app.toasts.show('warning', app.texts().t.order.manyQueued(waiting));
  });
  const stopConnection = app.reachability.onChange((connection) => {
    if (connection === 'online') void refreshSystem();
  });
  const stopHide = app.outside.page.onHide(() => store.flush());
  return () => {
    stopRecovery();
    stopQueries();
    stopOutbox();
    stopConnection();
    stopState();
    handedOver.stop();
    stopHide();
    clock.stop();
    store.stop();
    for (const stop of watched.values()) stop();
    live.preview = null;
    send({ kind: 'cleared' });
  };
}

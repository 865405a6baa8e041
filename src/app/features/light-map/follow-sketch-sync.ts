import { subscribeKey } from 'valtio/utils';
import { AppError, isAbort } from '../../../contract/failure.ts';
import { loadCode } from '../../browser/load-code.ts';
import type { App } from '../../core/app.ts';
import type { ProjectRow } from '../../data/db.ts';
import { describeFailure } from '../../texts/describe-failure.ts';

/**
 * Has the open project's sketches on the server: sends what changed once the brush is put away, and fetches what other
 * devices painted when the project opens and when the server can be reached again.
 *
 * @returns Function that stops.
 */
export function followSketchSync(app: App, onError: (error: unknown) => void): () => void {
  const { project, lightMap } = app.state;
  const told = new Set<string>();
  let pulling = new AbortController();
  let stopWatch = (): void => {};

  const send = async (): Promise<void> => {
    if (lightMap.isKeeping) return;
    const { queueSketches } = await loadCode(() => import('./queue-sketches.ts'));
    const tooLarge = (await queueSketches(app)).filter((id) => !told.has(id));
    if (tooLarge.length === 0) return;
    for (const id of tooLarge) told.add(id);
    const { t } = app.texts();
    app.toasts.show('warning', t.lightMap.tooLarge, { area: 'viewer', message: t.lightMap.staysHere });
  };
  const report = (error: unknown): void => {
    // What this device has is shown and kept; the next connection asks again.
    if (!isAbort(error) && !(error instanceof AppError)) onError(error);
  };
  const queue = (): void => void send().catch(report);
  const fetchSketches = async (
    open: Pick<ProjectRow, 'key' | 'serverId'>,
    signal: AbortSignal,
  ): Promise<void> => {
    const { pullSketches } = await loadCode(() => import('../../orders/pull-sketches.ts'));
    await pullSketches(app, open, signal);
  };
  const pull = (): void => {
    const { key, serverId } = project;
    if (key === null || serverId === null || app.reachability.connection() !== 'online') return;
    fetchSketches({ key, serverId }, pulling.signal).catch(report);
    queue();
  };
  const open = (): void => {
    stopWatch();
    pulling.abort();
    pulling = new AbortController();
    const { key } = project;
    stopWatch =
      key === null
        ? () => {}
        : app.db.watch(
            async () => [
              await app.db.sketches.where('projectKey').equals(key).toArray(),
              await app.db.sketchStates.where('projectKey').equals(key).toArray(),
            ],
            queue,
          );
    pull();
  };
  const stops = [
    subscribeKey(project, 'key', open),
    subscribeKey(project, 'serverId', open),
    subscribeKey(lightMap, 'isKeeping', queue),
    app.reachability.onChange(pull),
    app.outbox.onEvent((event) => {
      if (event.kind !== 'stopped' || event.row.work.kind !== 'sync-sketches') return;
      const texts = app.texts();
      app.toasts.show('warning', texts.t.lightMap.notSent, {
        area: 'viewer',
        message: describeFailure(texts, event.failure),
      });
    }),
  ];
  open();
  return () => {
    pulling.abort();
    stopWatch();
    for (const stop of stops) stop();
  };
}

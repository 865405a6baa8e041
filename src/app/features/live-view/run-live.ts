import { subscribe } from 'valtio';
import { HOUSE_SEEDS } from '../../../contract/constants.ts';
import { AppError, isAbort } from '../../../contract/failure.ts';
import type { LiveStudio } from '../../../contract/studio-api.ts';
import type { ViewerEvent } from '../../../contract/viewer-events.ts';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import type { App, DescribeLive, LiveResult } from '../../core/app.ts';
import { shownSettings } from '../../core/shown-settings.ts';
import { initialLive } from '../../state/live.ts';
import { judgeLive } from './judge-live.ts';

/** So long nothing moves before it begins: a slider under a hand pauses less. */
const REST_MS = 120;

/**
 * Has this device trace what the stage shows whenever that rests, and shows the picture in its place until anything moves. Out
 * of sight it gives its workers back.
 *
 * @returns Function that stops.
 */
export function runLive(app: App, viewer: ViewerClient, describe: DescribeLive): () => void {
  const { live, stage, project, progress, shell, edit } = app.state;
  const { page, workers } = app.outside;
  const drawn = drawSeed(app);
  let studio: LiveStudio | null = null;
  /** Ends the refinement under way, also of one that is finished. */
  let work: AbortController | null = null;
  let result: LiveResult | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isMoving = false;
  let isHeld = false;
  let isVisible = page.isVisible();
  /** The stage had not caught up with the settings when it was time to begin. */
  let isDelayed = false;
  /** The viewer has a picture of ours, as far as we were told. */
  let isShown = false;
  /** Where the camera stands in the picture that is traced. */
  let sight = '';
  /** The look that was traced last. */
  let look = '';

  /** Something is not as it was traced: the stage shows itself. */
  const disturb = (): void => {
    clearTimeout(timer);
    if (work !== null) {
      work.abort();
      work = null;
    }
    if (isShown) void viewer.api.showTraced(null, 0, 0, NOWHERE).catch(() => undefined);
    isShown = false;
    result = null;
    Object.assign(live, { status: 'resting', frame: null, failure: null, keeping: 'no' });
    timer = setTimeout(begin, REST_MS);
  };
  const begin = (): void => {
    live.waitsFor = judgeLive(app.state);
    isDelayed = stage.pending > 0;
    if (live.waitsFor !== null || isDelayed || isMoving || isHeld || !isVisible || work !== null) return;
    void refine();
  };
  const refine = async (): Promise<void> => {
    const ending = new AbortController();
    work = ending;
    const { signal } = ending;
    look = describeLook(app);
    live.status = 'refining';
    try {
      const pose = await viewer.api.camera();
      sight = JSON.stringify(pose);
      const job = await describe(pose, seedOf(app, drawn), signal);
      signal.throwIfAborted();
      studio ??= workers.studio.openLive();
      let shown: Promise<void> = Promise.resolve();
      const picture = await studio.refine(
        job,
        ({ rgba, ...frame }) => {
          const { widthPx, heightPx } = frame;
          isShown = true;
          // What is said of a picture is said once it can be seen.
          shown = viewer.api.showTraced(rgba.buffer, widthPx, heightPx, pose).then(
            () => void (signal.aborted || Object.assign(live, { frame })),
            () => undefined,
          );
        },
        signal,
      );
      await shown;
      if (signal.aborted) return;
      result = { ...picture, recipe: job.recipe };
      live.status = 'finished';
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      // Workers that died are of no use to the next one.
      studio?.close();
      studio = null;
      live.status = 'failed';
      live.failure = error instanceof AppError ? error.failure : null;
    }
  };
  let watchedKey = project.key;
  let stopSketches = (): void => {};
  /** What is painted over this view lights the picture. */
  const watchSketches = (): void => {
    stopSketches();
    watchedKey = project.key;
    const key = watchedKey ?? '';
    let painted: string | null = null;
    stopSketches = app.db.watch(
      () => app.db.sketches.where('projectKey').equals(key).toArray(),
      (rows) => {
        const next = JSON.stringify(rows.map(({ id, steps }) => [id, steps.length, steps.at(-1)?.id]));
        if (painted !== null && painted !== next) disturb();
        painted = next;
      },
    );
  };
  /** Begins anew where something stands in the way now, or does no more. */
  const judge = (): void => {
    const waitsFor = judgeLive(app.state);
    const hasCaughtUp = isDelayed && stage.pending === 0;
    if (waitsFor === live.waitsFor && !hasCaughtUp) return;
    isDelayed = false;
    live.waitsFor = waitsFor;
    disturb();
  };
  const compare = (): void => {
    if (project.key !== watchedKey) watchSketches();
    judge();
    if (work !== null && look !== describeLook(app)) disturb();
  };
  const listen = (event: ViewerEvent): void => {
    if (event.kind === 'cameraMoved' || event.kind === 'cameraTravelled') {
      if (!isMoving || work !== null) disturb();
      isMoving = true;
    } else if (event.kind === 'cameraSettled') {
      isMoving = false;
      if (work === null || sight !== JSON.stringify(event.pose)) disturb();
    } else if (event.kind === 'tracedDropped') {
      isShown = false;
      disturb();
    } else if (['sceneLost', 'needsScene', 'contextLost'].includes(event.kind)) {
      isShown = isMoving = false;
      disturb();
    }
  };
  const hold = (isDown: boolean): void => {
    isHeld = isDown;
    if (!isDown && work === null) disturb();
  };
  const see = (): void => {
    if (isVisible === page.isVisible()) return;
    isVisible = page.isVisible();
    disturb();
    if (isVisible) return;
    studio?.close();
    studio = null;
  };
  /** What it lacked may be had from the server that is back. */
  const retry = (): void => {
    if (live.status === 'failed') disturb();
  };
  const listeners = new AbortController();
  const capture = { capture: true, signal: listeners.signal };
  addEventListener('pointerdown', () => hold(true), capture);
  for (const end of ['pointerup', 'pointercancel'] as const)
    addEventListener(end, () => hold(false), capture);
  // Let go of beyond the window.
  addEventListener('pointermove', ({ buttons }) => isHeld && buttons === 0 && hold(false), capture);
  const stops = [
    viewer.onEvent(listen),
    subscribe(project, compare),
    subscribe(stage, judge),
    subscribe(progress, judge),
    page.onChange(see),
    () => stopSketches(),
    subscribe(shell, judge),
    subscribe(edit, judge),
    app.reachability.onRecovered(retry),
  ];
  watchSketches();
  app.live.current = { seed: () => seedOf(app, drawn), finished: () => result };
  disturb();
  return () => {
    for (const stop of stops) stop();
    listeners.abort();
    disturb();
    clearTimeout(timer);
    studio?.close();
    app.live.current = null;
    const { isOn } = live;
    Object.assign(live, { ...initialLive(), isOn });
  };
}

/** The pose of no picture. */
const NOWHERE = {
  position: [0, 0, 1],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
} as const satisfies Parameters<ViewerClient['api']['showTraced']>[3];

/** What a picture is made of, as far as it stands in the settings: words are not among it, nor how many pictures there are. */
function describeLook(app: Pick<App, 'state'>): string {
  const settings = shownSettings(app);
  const { batch_size, engine, keep_layers, keep_product, auto_rotate, ...look } = settings.render_settings;
  const { model_hash, model_normalisation, model_materials, style_id, style_strength, creativity } = settings;
  const { background_id, background_color, background_fidelity, seed, fix_seed } = settings;
  return JSON.stringify([
    [look, model_hash, model_normalisation, model_materials, style_id, style_strength, creativity],
    [background_id, background_color, background_fidelity, fix_seed && seed],
  ]);
}

/** The project's own where it is fixed. */
function seedOf(app: Pick<App, 'state'>, drawn: string): string {
  const { fix_seed: isFixed, seed } = shownSettings(app);
  return isFixed && seed !== null ? seed : drawn;
}

/** One under which Studio lights the product as the stage does. */
function drawSeed({ outside }: Pick<App, 'outside'>): string {
  const drawn = Number.parseInt(outside.randomUuid().slice(0, 8), 16);
  return String(drawn - (drawn % HOUSE_SEEDS));
}

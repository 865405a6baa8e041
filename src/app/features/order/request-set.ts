import { AppError } from '../../../contract/failure.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { CameraPose } from '../../../contract/render-spec.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { dropFiles } from '../../orders/drop-files.ts';
import { mustNotBeStopped } from '../../orders/stop-orders.ts';
import { untilDressed } from '../../scene/until-dressed.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import type { ModelRow } from '../../values/model-table.ts';
import { commitOrders } from './commit-orders.ts';
import { openOrder } from './open-order.ts';
import { type PreparedOrder, prepareOrder } from './prepare-order.ts';
import { DRESSING_MAX_MS, type OrderOptions } from './request-render.ts';

/** Where a set looks at the product from. */
export interface SetView {
  /** Of the saved view; null for the camera as it stands. */
  readonly uuid: string | null;
  readonly name: string;
  readonly pose: CameraPose | null;
  /** How the model stands in it; null: as it stands now. */
  readonly modelTransform: readonly number[] | null;
}

/** What the product wears in a set. */
export interface SetLook {
  /** Empty: as it is. */
  readonly name: string;
  dress(settings: ProjectSettings, model: ModelRow): ProjectSettings;
}

export interface PictureSet {
  readonly views: readonly SetView[];
  readonly looks: readonly SetLook[];
}

/**
 * Orders every look from every view as one set with one seed. The stage shows each of them for a moment and stands as
 * before afterwards; nothing of the project changes. Nothing is ordered before all pictures of the stage are taken.
 *
 * @param onProgress Pictures that are taken so far.
 * @throws As `requestRender`; `AbortError`, with nothing ordered.
 */
export async function requestSet(
  app: App,
  { views, looks }: PictureSet,
  options: OrderOptions,
  onProgress: (taken: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { order, stage } = app.state;
  const viewer = app.viewer.current;
  if (viewer === null) throw new AppError({ code: 'not-found' });
  order.button = 'preparing';
  const notStopped = mustNotBeStopped(app);
  const mustGoOn = (): void => {
    signal.throwIfAborted();
    notStopped();
  };
  const prepared: PreparedOrder[] = [];
  try {
    // 1. Freeze the draft.
    if (stage.pending > 0) await untilDressed(app, DRESSING_MAX_MS);
    const settings = copyPlain(currentSettings(app));
    const { person, ...standing } = await openOrder(app);
    const from = await viewer.api.camera();
    const seed = (settings.fix_seed ? settings.seed : null) ?? drawSeed(app);
    const set = { id: app.outside.randomUuid(), size: views.length * looks.length };

    // 2. Take the pictures of the stage, look by look.
    for (const look of looks) {
      const dressed = look.dress(settings, standing.model);
      for (const view of views) {
        mustGoOn();
        onProgress(prepared.length);
        const shown = placeModel(dressed, view);
        stage.staged = copyPlain(shown);
        await untilDressed(app, DRESSING_MAX_MS);
        mustGoOn();
        const picture = {
          settings: shown,
          camera: view.pose === null ? from : copyPlain(view.pose),
          viewIds: view.uuid === null ? [] : [view.uuid],
          inSet: { group: { ...set, index: prepared.length, look: look.name, view: view.name }, seed },
        };
        prepared.push(await prepareOrder(app, standing, picture, options));
      }
    }

    // 3. Commit all of them.
    await commitOrders(app, person, prepared, options.isOffline, mustGoOn);
  } catch (error) {
    order.button = 'ready';
    const files = prepared.flatMap((one) => one.files.map(([, hash]) => hash));
    await dropFiles(app, files, null);
    throw error;
  } finally {
    stage.staged = null;
  }
}

function placeModel(settings: ProjectSettings, { modelTransform }: SetView): ProjectSettings {
  if (modelTransform === null) return settings;
  const { render_settings: look } = settings;
  return { ...settings, render_settings: { ...look, model_transform: [...modelTransform] } };
}

/** 32 bits: short enough to read aloud. */
function drawSeed({ outside }: Pick<App, 'outside'>): string {
  return String(Number.parseInt(outside.randomUuid().slice(0, 8), 16));
}

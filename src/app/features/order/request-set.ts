import { HOUSE_SEEDS } from '../../../contract/constants.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { CameraPose } from '../../../contract/render-spec.ts';
import type { App } from '../../core/app.ts';
import { untilDressed } from '../../scene/until-dressed.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import type { ModelRow } from '../../values/model-table.ts';
import { type OrderOptions, placeOrder } from './place-order.ts';

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
 * @throws What `placeOrder` throws.
 */
export async function requestSet(
  app: App,
  { views, looks }: PictureSet,
  options: OrderOptions,
  onProgress: (taken: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { stage } = app.state;
  const takeAll: Parameters<typeof placeOrder>[2] = async (
    { settings, camera, model },
    prepare,
    mustGoOn,
  ) => {
    const seed = (settings.fix_seed ? settings.seed : null) ?? drawSeed(app);
    const set = { id: app.outside.randomUuid(), size: views.length * looks.length };
    let index = 0;
    for (const look of looks) {
      const dressed = look.dress(settings, model);
      for (const view of views) {
        mustGoOn();
        onProgress(index);
        const shown = placeModel(dressed, view);
        stage.staged = copyPlain(shown);
        await untilDressed(app);
        mustGoOn();
        await prepare({
          settings: shown,
          camera: view.pose === null ? camera : copyPlain(view.pose),
          viewIds: view.uuid === null ? [] : [view.uuid],
          inSet: { group: { ...set, index, look: look.name, view: view.name }, seed },
        });
        index += 1;
      }
    }
  };
  try {
    await placeOrder(app, options, takeAll, signal);
  } finally {
    stage.staged = null;
  }
}

function placeModel(settings: ProjectSettings, { modelTransform }: SetView): ProjectSettings {
  if (modelTransform === null) return settings;
  const { render_settings: look } = settings;
  return { ...settings, render_settings: { ...look, model_transform: [...modelTransform] } };
}

/** 32 bits: short enough to read aloud. One under which Studio lights the product as the stage does. */
function drawSeed({ outside }: Pick<App, 'outside'>): string {
  const drawn = Number.parseInt(outside.randomUuid().slice(0, 8), 16);
  return String(drawn - (drawn % HOUSE_SEEDS));
}

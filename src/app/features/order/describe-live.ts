import { pictureSize } from '../../../contract/camera/picture-frame.ts';
import { AppError } from '../../../contract/failure.ts';
import { listTracedFiles } from '../../../contract/files/list-recipe-files.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { CameraPose } from '../../../contract/render-spec.ts';
import type { Gradient } from '../../../contract/scene/gradient.ts';
import type { LiveJob } from '../../../contract/studio-api.ts';
import type { App } from '../../core/app.ts';
import { shownSettings } from '../../core/shown-settings.ts';
import { captureLightMap } from '../../scene/capture-light-map.ts';
import { describeScene } from '../../scene/describe-scene.ts';
import { obtainFile } from '../../scene/obtain-light.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import { describeOrder } from './describe-order.ts';
import { describeTraced } from './describe-recipe.ts';
import { type KeptGradient, keepGradient } from './keep-gradient.ts';

const STUDIO = { engine: 'studio', outputPx: null, workflow: null, keepsProduct: null } as const;

/**
 * The settings of one picture as this device can trace it: none with layers.
 *
 * @param maxPx Longest side; a larger picture is a smaller one of its ratio.
 */
export function asLive(settings: ProjectSettings, maxPx: number): ProjectSettings {
  const { width, height, ...look } = settings.render_settings;
  const isLarge = Math.max(width, height) > maxPx;
  const size = isLarge ? pictureSize([width, height], maxPx) : { width, height };
  return {
    ...settings,
    render_settings: { ...look, ...size, engine: 'studio', batch_size: 1, keep_layers: false },
  };
}

/**
 * Says what an order of what the stage shows would be traced from, again and again: what it has found for one it has for the
 * next.
 */
export function openLiveSource(
  app: App,
): (camera: CameraPose, seed: string, signal: AbortSignal) => Promise<LiveJob> {
  let files: ReadonlyMap<ContentHash, Blob> = new Map();
  let painted: { readonly of: string; readonly kept: KeptGradient } | null = null;

  const paint = async (gradient: Gradient, width: number, height: number): Promise<KeptGradient> => {
    const of = JSON.stringify([gradient, width, height]);
    if (painted?.of !== of) painted = { of, kept: await keepGradient(app, gradient, width, height) };
    return painted.kept;
  };
  return async (camera, seed, signal) => {
    const settings = asLive(copyPlain(shownSettings(app)), app.outside.workers.studio.liveMaxPx);
    const { render_settings: look } = settings;
    const { modelHash } = app.state.stage;
    const model = modelHash === null ? undefined : await app.db.run(() => app.db.models.get(modelHash));
    if (model === undefined) throw new AppError({ code: 'not-found' });
    const { background_gradient: gradient, width, height } = look;
    const isGradient = settings.background_id === null && gradient !== null;
    const backdrop = isGradient ? await paint(gradient, width, height) : null;
    const light = await captureLightMap(app, model.hash, camera, width, height);
    const lightmap = light === null ? null : await app.compute().hashFile(light);
    const request = describeOrder({
      settings,
      scene: await describeScene(app, model, settings),
      camera,
      masks: [],
      prioritization: NOTHING_CHOSEN,
      backdrop,
      plan: STUDIO,
      viewIds: [],
      inSet: null,
      seed,
    });
    signal.throwIfAborted();
    const recipe = await describeTraced(app, request, lightmap);
    const found = new Map<ContentHash, Blob>();
    for (const hash of listTracedFiles(recipe)) {
      const own = hash === lightmap ? light : null;
      found.set(hash, own ?? files.get(hash) ?? (await obtainFile(app, recipe, hash, signal)));
    }
    files = found;
    return { recipe, files };
  };
}

/** Masks are for an AI engine. */
const NOTHING_CHOSEN = {
  total: 0,
  processed: 0,
  skipped: 0,
  processedList: [],
  skippedList: [],
  originalNames: [],
  hasManualSelection: false,
};

import { captureSize } from '../../../contract/camera/picture-frame.ts';
import type { EngineName } from '../../../contract/engine-name.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { RenderGroup } from '../../../contract/http/render-orders.ts';
import type { CameraPose } from '../../../contract/render-spec.ts';
import type { App } from '../../core/app.ts';
import { systemQuery } from '../../core/render-queries.ts';
import type { OutboxWork } from '../../data/outbox-row.ts';
import { chooseModelMasks } from '../../model/choose-masks.ts';
import { listMaterials } from '../../model/list-materials.ts';
import { planEngine } from '../../model/plan-engine.ts';
import { priceOrder } from '../../model/price-order.ts';
import { reportInVariant } from '../../model/report-in-variant.ts';
import type { FileHold } from '../../orders/hold-files.ts';
import { describeScene } from '../../scene/describe-scene.ts';
import type { ModelRow } from '../../values/model-table.ts';
import { captureOrder } from './capture-order.ts';
import { describeOrder } from './describe-order.ts';
import { type KeptGradient, keepGradient } from './keep-gradient.ts';

/** All that pictures are made of, as it stood when the person pressed: what they change from there on is for the next one. */
export interface FrozenStage {
  readonly person: { readonly userId: number; readonly projectKey: string };
  readonly model: ModelRow;
  /** Whether it still is on the stage, in the same project. */
  readonly isShown: () => boolean;
  readonly settings: ProjectSettings;
  readonly camera: CameraPose;
  /** Saved view that the camera stands at, by uuid. */
  readonly activeView: string | null;
}

/** One picture to order. The stage shows these settings while it is prepared. */
export interface Picture {
  readonly settings: ProjectSettings;
  readonly camera: CameraPose;
  /** Saved views that it shows, by uuid. */
  readonly viewIds: readonly string[];
  /** What it is of a set, with the seed that all of it share. */
  readonly inSet: { readonly group: RenderGroup; readonly seed: string } | null;
  /** Absent: as the project says. */
  readonly seed?: string;
}

export interface OrderTerms {
  /** Credits for one image of standard quality. */
  readonly cost: number;
  /** Draws this order with another engine than the project says. */
  readonly engine?: EngineName;
}

/** A picture with its files on this device, ready to be committed. */
export interface PreparedOrder
  extends Pick<Extract<OutboxWork, { kind: 'order-render' }>, 'request' | 'files' | 'price'> {
  readonly backdrop: KeptGradient | null;
}

/**
 * Takes the pictures of the stage that an order needs, keeps them on this device, and says what is ordered.
 *
 * @param held Keeps them until it is committed.
 * @throws AppError `worker-crashed`, `graphics-unavailable`, `capture-too-large`, `device-storage-full`,
 *   `model-changed`.
 */
export async function prepareOrder(
  app: App,
  { model, isShown }: Pick<FrozenStage, 'model' | 'isShown'>,
  { settings, camera, viewIds, inSet, seed }: Picture,
  { cost, engine }: OrderTerms,
  held: FileHold,
): Promise<PreparedOrder> {
  const { render_settings: look } = settings;
  const { background_gradient: gradient, width, height } = look;
  const captured = captureSize(width, height);
  const scene = await describeScene(app, model, settings);
  const system = app.queries.getQueryData(systemQuery(app).queryKey)?.system ?? null;
  const plan = planEngine({ ...look, engine: engine ?? look.engine }, system);
  const isForAi = plan.engine === 'comfyui';
  const rows = listMaterials(reportInVariant(model.report, look.variant), settings.model_materials);
  const { groups, info } = chooseModelMasks(rows, look.material_selection, isForAi);
  const [{ masks, files }, backdrop] = await Promise.all([
    captureOrder(app, settings, { hash: model.hash, isShown }, camera, groups, isForAi, held),
    settings.background_id === null && gradient !== null
      ? keepGradient(app, gradient, captured.width, captured.height)
      : null,
  ]);
  const request = describeOrder({
    settings,
    scene,
    camera,
    masks,
    prioritization: info,
    backdrop,
    plan,
    viewIds,
    inSet,
    ...(seed !== undefined && { seed }),
  });
  return { request, files, price: priceOrder(settings, cost, plan.outputPx), backdrop };
}

import { AppError } from '../../../contract/failure.ts';
import type { EngineName } from '../../../contract/render-spec.ts';
import type { App } from '../../app.ts';
import { chooseMasks } from '../../choose-masks.ts';
import { copyPlain } from '../../copy-plain.ts';
import { describeScene } from '../../describe-scene.ts';
import { currentSettings } from '../../edit-settings.ts';
import { listMaterials, renderCandidates } from '../../list-materials.ts';
import type { NewRow } from '../../outbox.ts';
import { planEngine } from '../../plan-engine.ts';
import { planSave } from '../../plan-save.ts';
import { reportInVariant } from '../../report-in-variant.ts';
import { untilDressed } from '../../until-dressed.ts';
import { buildOrderFields } from './build-order-fields.ts';
import { captureOrder } from './capture-order.ts';
import { type KeptGradient, keepGradient } from './keep-gradient.ts';
import { advanceLoader } from './loader-machine.ts';
import { priceOrder } from './price-order.ts';
import { systemQuery } from './queries.ts';

/** A texture that has not come by then is missing on the stage as well, which says so. */
const DRESSING_MAX_MS = 60_000;

/** How an order is made while there is no connection: the person has said yes, and it waits (L4). */
export interface OrderOptions {
  readonly isOffline: boolean;
  /** Credits for one image of standard quality. */
  readonly cost: number;
  /** Draws this one picture with another engine than the project says. */
  readonly engine?: EngineName;
}

/**
 * Orders a render of what the stage shows now. The order is a row in the outbox the moment this resolves: it is sent
 * after the model and the save it depends on, and again until it is answered.
 *
 * @throws AppError `worker-crashed`, `graphics-unavailable`, `device-storage-full`, `not-found` without a model.
 */
export async function requestRender(app: App, options: OrderOptions): Promise<void> {
  const { renders, project, account, stage } = app.state;
  const viewer = app.viewer.current;
  const { key: projectKey } = project;
  const { userId } = account;
  const { modelHash } = stage;
  if (viewer === null || projectKey === null || userId === null || modelHash === null) {
    throw new AppError({ code: 'not-found' });
  }
  renders.button = 'preparing';
  try {
    // 1. Freeze the draft, once the stage shows it: whatever the person changes from here on is for the next picture.
    if (stage.pending > 0) await untilDressed(app, DRESSING_MAX_MS);
    const settings = copyPlain(currentSettings(app));
    await app.workingCopy.current?.flush();
    const model = await app.db.run(() => app.db.models.get(modelHash));
    if (model === undefined) throw new AppError({ code: 'not-found' });
    const camera = await viewer.api.camera();
    const scene = await describeScene(app, model, settings);

    // 2. Take the pictures of the stage and keep them on this device.
    const system = app.queries.getQueryData(systemQuery(app).queryKey)?.system ?? null;
    const look = settings.render_settings;
    const plan = planEngine({ ...look, engine: options.engine ?? look.engine }, system);
    const isForAi = plan.engine === 'comfyui';
    const chosen = chooseMasks(
      renderCandidates(listMaterials(reportInVariant(model.report, look.variant), settings.model_materials)),
      look.material_selection,
      isForAi,
    );
    const { background_gradient: gradient, width, height } = look;
    const [captured, backdrop] = await Promise.all([
      captureOrder(app, settings, camera, chosen.groups, isForAi),
      settings.background_id === null && gradient !== null
        ? keepGradient(app, gradient, width, height)
        : null,
    ]);

    // 3. Commit the order together with the save that it depends on.
    const key = app.outside.randomUuid();
    const fields = buildOrderFields({
      settings,
      scene,
      camera,
      masks: captured.masks,
      info: chosen.info,
      backdropHash: backdrop?.hash ?? null,
      plan,
    });
    await app.db.write(async () => {
      const save = await planSave(app, projectKey);
      const before = save.keys.at(-1) ?? null;
      const picture = backdrop === null ? [] : [pictureRow(app, projectKey, backdrop, before)];
      await app.outbox.add(userId, [
        ...save.added,
        ...picture,
        {
          key,
          projectKey,
          dependsOn: picture[0]?.key ?? before,
          work: {
            kind: 'order-render',
            fields,
            files: captured.files,
            isOffline: options.isOffline,
            price: priceOrder(settings, options.cost, plan.outputPx),
          },
        },
      ]);
    });
    const isOnline = app.reachability.connection() === 'online';
    if (isOnline) {
      const { engine } = plan;
      renders.loader = advanceLoader(renders.loader, { kind: 'ordered', id: key, engine });
    }
    renders.button = isOnline ? 'sending' : 'ready';
    void app.outbox.drain();
  } catch (error) {
    renders.button = 'ready';
    throw error;
  }
}

/** Brings the server the picture of a gradient, after what the order waits for anyway. */
function pictureRow(app: App, projectKey: string, picture: KeptGradient, dependsOn: string | null): NewRow {
  return {
    key: app.outside.randomUuid(),
    projectKey,
    dependsOn,
    work: { kind: 'upload-picture', ...picture },
  };
}

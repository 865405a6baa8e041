import { WEBP_PHOTO_QUALITY } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { CameraPose } from '../../../contract/render-spec.ts';
import type { App } from '../../app.ts';
import { copyPlain } from '../../copy-plain.ts';
import { describeScene } from '../../describe-scene.ts';
import { currentSettings } from '../../edit-settings.ts';
import { listMaterials, renderCandidates } from '../../list-materials.ts';
import { planSave } from '../../plan-save.ts';
import { buildOrderFields, type OrderMask } from './build-order-fields.ts';
import { advanceLoader } from './loader-machine.ts';
import { priceOrder } from './price-order.ts';
import { type MaskGroup, prioritiseMaterials } from './prioritise-materials.ts';
import { systemQuery } from './queries.ts';

/** How an order is made while there is no connection: the person has said yes, and it waits (L4). */
export interface OrderOptions {
  readonly isOffline: boolean;
  /** Credits for one image of standard quality. */
  readonly cost: number;
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
    // 1. Freeze the draft: whatever the person changes from here on is for the next picture.
    const settings = copyPlain(currentSettings(app));
    await app.workingCopy.current?.flush();
    const model = await app.db.run(() => app.db.models.get(modelHash));
    if (model === undefined) throw new AppError({ code: 'not-found' });
    const camera = await viewer.api.camera();
    const scene = await describeScene(app, model, settings);

    // 2. Take the pictures of the stage and keep them on this device.
    const prioritised = prioritiseMaterials(
      renderCandidates(listMaterials(model.report, settings.model_materials)),
    );
    const captured = await capture(app, settings, camera, prioritised.groups);

    // 3. Commit the order together with the save that it depends on.
    const key = app.outside.randomUuid();
    const engines = app.queries.getQueryData(systemQuery(app).queryKey)?.system.engines ?? [];
    const fields = buildOrderFields({
      settings,
      scene,
      camera,
      masks: captured.masks,
      info: prioritised.info,
      engine: engines.includes('comfyui') ? 'comfyui' : null,
    });
    await app.db.write(async () => {
      const plan = await planSave(app, projectKey);
      await app.outbox.add(userId, [
        ...plan.added,
        {
          key,
          projectKey,
          dependsOn: plan.keys.at(-1) ?? null,
          work: {
            kind: 'order-render',
            fields,
            files: captured.files,
            isOffline: options.isOffline,
            price: priceOrder(settings, options.cost),
          },
        },
      ]);
    });
    const isOnline = app.reachability.connection() === 'online';
    if (isOnline) renders.loader = advanceLoader(renders.loader, { kind: 'ordered', id: key });
    renders.button = isOnline ? 'sending' : 'ready';
    void app.outbox.drain();
  } catch (error) {
    renders.button = 'ready';
    throw error;
  }
}

interface Captured {
  readonly files: readonly (readonly [string, ContentHash, string])[];
  readonly masks: readonly OrderMask[];
}

async function capture(
  app: App,
  settings: ProjectSettings,
  camera: CameraPose,
  groups: readonly MaskGroup[],
): Promise<Captured> {
  const viewer = app.viewer.current;
  if (viewer === null) throw new AppError({ code: 'not-found' });
  const { width, height } = settings.render_settings;
  const compute = app.compute();
  const passes = await viewer.api.capturePasses(camera, width, height, ['snapshot', 'ids']);
  if (passes.snapshot === null) {
    throw new AppError({ code: 'graphics-unavailable', reason: 'the snapshot came back empty' });
  }
  const [snapshot, encoded] = await Promise.all([
    compute.encodeWebp(passes.snapshot, passes.widthPx, passes.heightPx, WEBP_PHOTO_QUALITY),
    groups.length === 0 || passes.ids === null
      ? []
      : compute.encodeMasks(
          passes.ids,
          passes.widthPx,
          passes.heightPx,
          groups.map((group) => group.slots),
        ),
  ]);
  const keep = async (image: Blob): Promise<ContentHash> => {
    const hash = await app.compute().hashFile(image);
    await app.storage.put(hash, image);
    return hash;
  };
  const files: [string, ContentHash, string][] = [
    ['viewer_snapshot', await keep(snapshot), `snapshot.${extensionOf(snapshot)}`],
  ];
  const masks: OrderMask[] = [];
  for (const [index, mask] of encoded.entries()) {
    const group = groups[index];
    // A material that this view does not show has nothing to mask.
    if (group === undefined || mask.coverage === 0) continue;
    files.push([
      `masks[${masks.length}][mask_image]`,
      await keep(mask.image),
      `mask-${masks.length}.${extensionOf(mask.image)}`,
    ]);
    masks.push({ group });
  }
  return { files, masks };
}

function extensionOf(image: Blob): string {
  return image.type === 'image/png' ? 'png' : 'webp';
}

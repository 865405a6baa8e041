import { AppError } from '../../contract/failure.ts';
import { ProjectBody } from '../../contract/http/projects.ts';
import type { ContentHash } from '../../contract/ids.ts';
import { type AxisDetection, type ModelReport, UNDETECTED } from '../../contract/model-report.ts';
import type { App } from '../core/app.ts';
import { currentSettings } from '../core/edit-settings.ts';
import { chooseTurn, normaliseModel } from '../model/normalise-model.ts';
import type { ModelLoad } from '../state/stage.ts';
import type { ModelRow } from '../values/model-table.ts';

/** Both workers read the whole file: two copies of a larger one at a time are too much for a tablet's page. */
const PARALLEL_MAX_BYTES = 256 * 1024 ** 2;

/** A model with its bytes. */
export interface StoredModel {
  readonly row: ModelRow;
  readonly glb: Blob;
}

/**
 * The project's model: from this device, else from the server, checked and kept here for the next time. A browser that
 * made room may have taken its bytes from under an open page.
 *
 * @param onStep How a model that is not here comes.
 * @throws AppError `not-found` when neither has it, what `ServerClient.file` and `inspectModel` throw.
 */
export async function obtainModel(
  app: App,
  hash: ContentHash,
  signal: AbortSignal,
  onStep: (load: Omit<ModelLoad, 'isImport'>) => void = () => {},
): Promise<StoredModel> {
  const [known, stored] = await Promise.all([
    app.db.run(() => app.db.models.get(hash)),
    app.storage.get(hash),
  ]);
  if (known !== undefined && stored !== null) return { row: known, glb: stored };
  const name = known?.name ?? currentSettings(app).model_name ?? 'model.glb';
  const card = { name, hash, phase: 'fetching', progress: 5, sizeBytes: null } as const;
  onStep(card);
  const fetching = (address: string): void => onStep({ ...card, address });
  const glb = stored ?? (await fetchModel(app, fetching, signal));
  onStep({ name, hash, phase: 'checking', progress: 20, sizeBytes: glb.size });
  const report = await readModel(app, glb, signal);
  if (report.hash !== hash) throw new AppError({ code: 'response-unexpected' });
  await app.storage.put(hash, glb);
  const row: ModelRow = known ?? { hash, name, sizeBytes: glb.size, report, addedAt: app.outside.now() };
  if (known === undefined) await app.db.run(() => app.db.models.put(row));
  signal.throwIfAborted();
  return { row, glb };
}

async function fetchModel(
  app: App,
  onAddress: (address: string) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const { serverId } = app.state.project;
  if (serverId === null) throw new AppError({ code: 'not-found' });
  const project = await app.server.call(`/api/project/${serverId}/`, ProjectBody, {}, signal);
  if (project.model_glb_url === null) throw new AppError({ code: 'not-found' });
  onAddress(project.model_glb_url);
  return app.server.file(project.model_glb_url, signal);
}

/**
 * Inspects a GLB and detects its up axis, in two workers at the same time, and says how to stand it on the stage.
 *
 * @throws What `inspectModel` throws; a detection that fails alone is no reason to refuse a model.
 */
export async function readModel(
  app: Pick<App, 'compute'>,
  glb: Blob,
  signal: AbortSignal,
): Promise<ModelReport> {
  const compute = app.compute(signal);
  const inspect = () => compute.inspectModel(glb);
  const detect = (): Promise<AxisDetection> =>
    compute.detectUpAxis(glb).catch((error: unknown) => {
      if (error instanceof AppError) return UNDETECTED;
      throw error;
    });
  const [inspection, detection] =
    glb.size > PARALLEL_MAX_BYTES
      ? [await inspect(), await detect()]
      : await settleInOrder(inspect(), detect());
  const normalisation = normaliseModel(inspection.bounds, chooseTurn(detection, 'detected'));
  return { ...inspection, detection, normalisation };
}

/** Both values; when both fail, the first one's error, whichever came earlier. */
async function settleInOrder<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second]);
  if (a.status === 'rejected') throw a.reason;
  if (b.status === 'rejected') throw b.reason;
  return [a.value, b.value];
}

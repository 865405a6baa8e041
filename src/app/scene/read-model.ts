import { AppError } from '../../contract/failure.ts';
import type { AxisDetection, ModelReport } from '../../contract/model-report.ts';
import type { App } from '../core/app.ts';
import { chooseTurn, normaliseModel } from '../model/normalise-model.ts';

/** Both workers read the whole file: two copies of a larger one at a time are too much for a tablet's page. */
const PARALLEL_MAX_BYTES = 256 * 1024 ** 2;
/** Nothing was found out: the file stands as it was made. */
const UNKNOWN: AxisDetection = { system: 'Y_UP', confidence: 0, evidence: [], isLengthwise: false };

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
      if (error instanceof AppError) return UNKNOWN;
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

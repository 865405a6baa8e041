import type { AxisDetection, ModelReport } from '../../../contract/compute-api.ts';
import { AppError } from '../../../contract/failure.ts';
import type { App } from '../../app.ts';
import { chooseTurn, normaliseModel } from '../../normalise-model.ts';

/** Nothing was found out: the file stands as it was made. */
const UNKNOWN: AxisDetection = { system: 'Y_UP', confidence: 0, evidence: [], isLengthwise: false };

/**
 * Inspects a GLB and detects its up axis at the same time, in two workers, and says how to stand it on the stage.
 *
 * @throws What `inspectModel` throws; a detection that fails alone is no reason to refuse a model.
 */
export async function readModel(
  app: Pick<App, 'compute'>,
  glb: Blob,
  signal: AbortSignal,
): Promise<ModelReport> {
  const compute = app.compute(signal);
  const detecting = compute.detectUpAxis(glb).catch((error: unknown) => {
    if (error instanceof AppError) return UNKNOWN;
    throw error;
  });
  // Whichever fails first, the inspection's own sentence is the one to be read.
  const [inspected, detected] = await Promise.allSettled([compute.inspectModel(glb), detecting]);
  if (inspected.status === 'rejected') throw inspected.reason;
  if (detected.status === 'rejected') throw detected.reason;
  const { value: inspection } = inspected;
  const { value: detection } = detected;
  const normalisation = normaliseModel(inspection.bounds, chooseTurn(detection, 'detected'));
  return { ...inspection, detection, normalisation };
}

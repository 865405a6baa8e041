import {
  DETECTION_MIN_CONFIDENCE,
  DETECTION_WEIGHTS,
  VEHICLE_LENGTH_RATIO,
  VEHICLE_WIDTH_RATIO,
} from '../../../contract/constants.ts';
import type { AxisCue, AxisDetection } from '../../../contract/model-report.ts';
import { UP_AXES } from '../../../contract/scene/up-axis.ts';
import { readGlb } from '../../../tracer/gltf/read-glb.ts';
import type { Bounds } from '../../../tracer/scene/bounds.ts';
import { findArtefacts, withDescendants } from '../../../tracer/scene/find-artefacts.ts';
import { measureModel } from '../../../tracer/scene/measure-model.ts';
import { type SurfaceSample, sampleSurface } from '../pack/sample-surface.ts';
import {
  isFromObj,
  isMirrored,
  readBoundingBox,
  readMetadata,
  readNormals,
  readVertices,
} from './find-axis-cues.ts';

/** One weak cue alone, worth 0.1, names another axis as often wrongly as rightly. */
const LEAST_CONFIDENCE = 0.2;

/**
 * Guesses which way was up when the file was made (S2 4). A cue adds its weight times its sureness to the system it
 * points to. Without the file's own word only a base on the ground of another axis, together with the surface and the
 * vertices, gets above 0.5, so that a doubt never turns a model; and nothing but that word points to a down system: a
 * lamp hangs from its origin legitimately.
 *
 * @throws AppError `file-empty`, `model-unreadable`, `model-too-complex`.
 */
export async function detectUpAxis(file: Blob): Promise<AxisDetection> {
  const { json, binary } = readGlb(new Uint8Array(await file.arrayBuffer()));
  const skipped = withDescendants(json, findArtefacts(json));
  const { bounds, primitives } = measureModel(json, binary, skipped);
  const sample = sampleSurface(json, binary, primitives);
  const evidence = [
    readMetadata(json),
    readNormals(sample, bounds),
    readBoundingBox(bounds),
    readVertices(sample, bounds),
  ];
  const found = weigh(evidence);
  const isSure = found.confidence > DETECTION_MIN_CONFIDENCE;
  const isDoubtfulObj = isFromObj(json) && !isSure && found.system === 'Y_UP';
  return { ...found, evidence, isLengthwise: isDoubtfulObj && isVehicleAlongZ(sample, bounds) };
}

/**
 * The system with the most; of equal ones, and without {@link LEAST_CONFIDENCE} for another, Y up. Hundredths, so that
 * sums of weights compare as they are written.
 */
function weigh(evidence: readonly AxisCue[]): Pick<AxisDetection, 'system' | 'confidence'> {
  const scores = UP_AXES.map((system) => {
    const share = evidence
      .filter((cue) => cue.system === system)
      .reduce((sum, { cue, sureness }) => sum + DETECTION_WEIGHTS[cue] * sureness, 0);
    return { system, confidence: Math.round(share * 100) / 100 };
  });
  return scores.reduce((best, score) =>
    score.confidence > best.confidence && score.confidence >= LEAST_CONFIDENCE ? score : best,
  );
}

/**
 * A vehicle that was made along Z: long for its height and for its width (D9), and alike to the left and to the right,
 * which parts an animal with its legs anyhow from a car.
 */
function isVehicleAlongZ(sample: SurfaceSample, bounds: Bounds): boolean {
  const [width = 0, height = 0, length = 0] = bounds.max.map(
    (value, axis) => value - (bounds.min[axis] ?? 0),
  );
  const isLong = length > VEHICLE_LENGTH_RATIO * height && length > VEHICLE_WIDTH_RATIO * width;
  return isLong && isMirrored(sample, bounds, 0);
}

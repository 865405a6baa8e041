import { z } from 'zod';
import { opticsOf } from '../../contract/camera/camera-optics.ts';
import { describeView } from '../../contract/camera/describe-view.ts';
import { readPose } from '../../contract/camera/legacy-view.ts';
import {
  IDENTITY_MATRIX,
  LEGACY_VIEW,
  VIEW_VERSION,
  VIEW0_LEGACY_VERSION,
} from '../../contract/constants.ts';
import { CameraViewInput } from '../../contract/http/camera-views.ts';
import type { ContentHash } from '../../contract/ids.ts';
import { CameraPose } from '../../contract/render-spec.ts';
import { isSameMatrix } from '../values/same-matrix.ts';

/** S2 4, E22. */
export const VIEW0_KEY = 'arcball_view0';

/** The last camera, as the fast tier of this device keeps it. */
export interface View0 {
  readonly pose: CameraPose;
  /** Milliseconds since the epoch; 0 where it is not known. */
  readonly timestamp: number;
  readonly modelHash: string | null;
  readonly modelUrl: string | null;
  /** `db.projects` key of the project it was left in. */
  readonly projectKey: string | null;
  /** Of the stored shape (A19). */
  readonly version: string;
}

const Text = z.string().nullish().catch(null);
const About = z.object({
  ...{ timestamp: z.number().catch(0), version: Text },
  ...{ modelHash: Text, modelUrl: Text, projectKey: Text },
});
/** Only what says where the camera is: the rest of the record may be anything. */
const Camera = CameraViewInput.omit({
  timestamp: true,
  modelTransformations: true,
  thumbnail: true,
  name: true,
});
const EXACT = ['cameraPosition', 'target', 'cameraQuaternion', 'cameraUp'] as const;
const ORBIT = ['orbit_radius', 'orbit_theta', 'orbit_phi'] as const;

/**
 * Reads the stored record in S2's form, or in the older orbit form, which becomes version 2.0.0.
 *
 * @param text Whatever stands in the storage.
 * @returns Null for what lacks position, target, quaternion or up, or has no numbers there: delete it.
 */
export function readView0(text: string | null): View0 | null {
  const value = parse(text);
  const about = About.safeParse(value).data;
  const body = Camera.safeParse(value).data;
  if (about === undefined || body === undefined) return null;
  const isExact = EXACT.every((field) => body[field] != null);
  const isOrbit = EXACT.every((field) => body[field] == null) && ORBIT.some((field) => body[field] != null);
  if (!isExact && !isOrbit) return null;
  const pose = CameraPose.safeParse(readPose(body, null, LEGACY_VIEW)).data;
  if (pose === undefined) return null;
  return {
    pose,
    timestamp: about.timestamp,
    modelHash: about.modelHash ?? null,
    modelUrl: about.modelUrl ?? null,
    projectKey: about.projectKey ?? null,
    version: isOrbit ? VIEW0_LEGACY_VERSION : (about.version ?? ''),
  };
}

/** The record in the fields of S2 3; the model's transform is null where the transform tool did nothing. */
export function writeView0(
  pose: CameraPose,
  timestamp: number,
  modelHash: ContentHash,
  modelTransform: readonly number[],
  projectKey: string | null,
): string {
  const isMoved = !isSameMatrix(modelTransform, IDENTITY_MATRIX);
  const view = describeView({
    uuid: '',
    id: 0,
    name: '',
    pose,
    model_hash: modelHash,
    is_active: false,
    order: 0,
    timestamp,
    model_transform: isMoved ? [...modelTransform] : null,
    thumbnail: null,
    backend_id: null,
    version: VIEW_VERSION,
  });
  const { cameraPosition, target, cameraQuaternion, cameraUp, fov, version, modelTransformations } = view;
  const hasOptics = Object.keys(opticsOf(pose)).length > 0;
  return JSON.stringify({
    ...{ cameraPosition, target, cameraQuaternion, cameraUp, fov, timestamp, version },
    ...{ modelUrl: `/files/${modelHash}`, modelHash, projectKey, modelTransformations },
    // S2's form knows no lens.
    ...(hasOptics ? { pose } : {}),
  });
}

/** By content, since a local file has another address each time; by address only where no content is named (E6). */
export function isView0Of(view: View0, hash: ContentHash): boolean {
  if (view.modelHash !== null) return view.modelHash === hash;
  const path = view.modelUrl?.split(/[?#]/, 1)[0] ?? '';
  return path.endsWith(`/${hash}`);
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

import type { CameraViewBody, SavedView } from '../http/camera-views.ts';
import { positionToOrbit } from '../scene/orbit.ts';
import { quaternionToEuler, splitTransform } from '../scene/transform-parts.ts';

/** A view in all forms of S2 and S3 at once (E10). `id` is its number on the server, 0 before it has one. */
export function describeView(view: SavedView): CameraViewBody {
  const { position, target, quaternion, up, fovDegrees } = view.pose;
  const orbit = positionToOrbit(position, target);
  const model = view.model_transform === null ? null : describeTransform(view.model_transform);
  return {
    ...view,
    id: view.backend_id ?? 0,
    view_number: view.id,
    mode: 'orbit',
    orbit_theta: orbit.theta,
    orbit_phi: orbit.phi,
    orbit_radius: orbit.radius,
    field_of_view: fovDegrees,
    fov: fovDegrees,
    target_x: target[0],
    target_y: target[1],
    target_z: target[2],
    target: toXyz(target),
    position_x: position[0],
    position_y: position[1],
    position_z: position[2],
    cameraPosition: toXyz(position),
    quaternion_x: quaternion[0],
    quaternion_y: quaternion[1],
    quaternion_z: quaternion[2],
    quaternion_w: quaternion[3],
    cameraQuaternion: { x: quaternion[0], y: quaternion[1], z: quaternion[2], w: quaternion[3] },
    cameraUp: toXyz(up),
    ...(model?.numbers ?? NO_MODEL),
    modelTransformations: model === null ? null : { ...model.numbers, ...model.local },
    transform_mode: null,
    transform_space: null,
    active_axis: null,
  };
}

const NO_MODEL = {
  model_position_x: null,
  model_position_y: null,
  model_position_z: null,
  model_rotation_x: null,
  model_rotation_y: null,
  model_rotation_z: null,
  model_scale_x: null,
  model_scale_y: null,
  model_scale_z: null,
  model_quaternion_x: null,
  model_quaternion_y: null,
  model_quaternion_z: null,
  model_quaternion_w: null,
};

function describeTransform(matrix: readonly number[]) {
  const { position, quaternion, scale } = splitTransform(matrix);
  const angles = quaternionToEuler(quaternion);
  return {
    numbers: {
      model_position_x: position[0],
      model_position_y: position[1],
      model_position_z: position[2],
      model_rotation_x: angles[0],
      model_rotation_y: angles[1],
      model_rotation_z: angles[2],
      model_scale_x: scale[0],
      model_scale_y: scale[1],
      model_scale_z: scale[2],
      model_quaternion_x: quaternion[0],
      model_quaternion_y: quaternion[1],
      model_quaternion_z: quaternion[2],
      model_quaternion_w: quaternion[3],
    },
    local: {
      model_local_position: toXyz(position),
      model_local_rotation: toXyz(angles),
      model_local_scale: toXyz(scale),
    },
  };
}

function toXyz([x, y, z]: readonly [number, number, number]): { x: number; y: number; z: number } {
  return { x, y, z };
}

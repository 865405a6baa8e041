import type { FloorSettings } from '../../contract/scene/floor.ts';
import type { TracerModel } from '../gltf/load-model.ts';
import type { Sweep } from '../light/draw-in.ts';
import { rigFrame, rigPlace } from '../light/hang-lights.ts';
import { Bounds } from '../scene/bounds.ts';
import { type Acceleration, buildAcceleration } from '../scene/build-acceleration.ts';
import type { FloorCyclorama, SceneCamera, SceneGeometry } from '../scene.ts';
import { floorHeight } from './floor-height.ts';
import type { StandingSurface } from './foot-grid.ts';
import { addCyclorama } from './lay-cyclorama.ts';

/** A product on its floor. */
export interface StandingProduct {
  /** With the cyclorama's triangles, where there is one. */
  readonly geometry: SceneGeometry;
  /** Of all of it; the bounds are the product's. */
  readonly acceleration: Acceleration;
  readonly floorY: number;
  /** Its material is the one after all of the model's; null for none. */
  readonly cyclorama: FloorCyclorama | null;
}

/** Finds the floor of a product, lays a cyclorama where the settings ask for one, and builds the tree of what stands there. */
export function standProduct(
  model: Pick<TracerModel, 'geometry' | 'materials' | 'partLow' | 'strokeMaterials'>,
  settings: FloorSettings,
  camera: SceneCamera,
): StandingProduct {
  const { geometry, materials, partLow } = model;
  const layFloor = (lowest: number): number =>
    floorHeight(settings, { lowest, part: partLow, surface: () => surfaceOf(model) });
  if (settings.cyclorama === undefined) {
    const acceleration = buildAcceleration(geometry);
    return { geometry, acceleration, floorY: layFloor(acceleration.bounds[1]), cyclorama: null };
  }
  const bounds = measure(geometry);
  const floorY = layFloor(bounds[1]);
  const { distance, radius } = settings.cyclorama;
  const [place, frame] = [rigPlace(bounds), rigFrame(camera)];
  const cyclorama = { distance, radius, place, frame, material: materials.length };
  const whole = addCyclorama(geometry, cyclorama, floorY);
  const acceleration = { ...buildAcceleration(whole), bounds };
  return { geometry: whole, acceleration, floorY, cyclorama };
}

/** The triangles that a product may stand on: as on the stage those of points and lines hold nothing. */
function surfaceOf({
  geometry,
  strokeMaterials,
}: Pick<TracerModel, 'geometry' | 'strokeMaterials'>): StandingSurface {
  if (strokeMaterials.size === 0) return geometry;
  const { positions, indices, materialOfTriangle } = geometry;
  const isFirm = (corner: number): boolean =>
    !strokeMaterials.has(materialOfTriangle[Math.floor(corner / 3)] ?? -1);
  return { positions, indices: indices.filter((_, corner) => isFirm(corner)) };
}

/** A cyclorama as the lights hang before it. */
export function sweepBehind({ distance, radius, place }: FloorCyclorama, floorY: number): Sweep {
  return { distance, radius, floorDepth: (place.middle[1] - floorY) / place.radius };
}

function measure({ positions, indices }: SceneGeometry): Acceleration['bounds'] {
  const bounds = new Bounds();
  for (const corner of indices) {
    bounds.add(positions[corner * 3] ?? 0, positions[corner * 3 + 1] ?? 0, positions[corner * 3 + 2] ?? 0);
  }
  const [x0 = 0, y0 = 0, z0 = 0] = bounds.isEmpty ? [] : bounds.min;
  const [x1 = 0, y1 = 0, z1 = 0] = bounds.isEmpty ? [] : bounds.max;
  return [x0, y0, z0, x1, y1, z1];
}

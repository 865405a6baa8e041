import {
  Color,
  type Material,
  NearestFilter,
  NoColorSpace,
  type PerspectiveCamera,
  type Texture,
  Vector3,
  WebGLRenderTarget,
} from 'three';
import { PRODUCT_LAYER } from './capture-layers.ts';
import type { Stage } from './stage.ts';
import type { LoadedModel } from './stage-model.ts';
import { createSurfaceUniforms, SurfaceMaterial } from './surface-material.ts';

/** Samples that smooth the edge of the silhouette. */
const SILHOUETTE_SAMPLES = 4;

/** What the camera sees of the product, pixel by pixel; the owner disposes of the target. */
export interface DrawnSurface {
  /** Ids, and with `hasShape` normals and depths. Alpha 0 where nothing is. */
  readonly target: WebGLRenderTarget;
  readonly ids: Texture;
  readonly normals: Texture | null;
  readonly depths: Texture | null;
  /** Distances along the view that depths 0 and 1 stand for, stage units. */
  readonly nearest: number;
  readonly farthest: number;
}

/** Which picture of the surface: numbers alone, with normals and depths, or the silhouette in white. */
export type SurfaceKind = 'ids' | 'shape' | 'silhouette';

/**
 * Draws the parts of the product as data, nearest surface only; points and lines do not count. The model is as before
 * afterwards.
 *
 * @param eye Its layers are set to the product's.
 */
export function drawSurface(
  stage: Stage,
  model: LoadedModel | null,
  eye: PerspectiveCamera,
  widthPx: number,
  heightPx: number,
  kind: SurfaceKind,
): DrawnSurface {
  const { renderer, scene } = stage;
  const target = new WebGLRenderTarget(widthPx, heightPx, {
    count: kind === 'shape' ? 3 : 1,
    samples: kind === 'silhouette' ? SILHOUETTE_SAMPLES : 0,
    colorSpace: NoColorSpace,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
  });
  const { nearest, farthest } = depthRange(stage, eye);
  const uniforms = createSurfaceUniforms();
  uniforms.surfaceRange.value.set(nearest, 1 / (farthest - nearest));
  uniforms.isSilhouette.value = kind === 'silhouette';
  const undo: (() => void)[] = [];
  const materials = new Map<string, SurfaceMaterial>();
  const colour = renderer.getClearColor(new Color());
  const alpha = renderer.getClearAlpha();
  try {
    for (const { mesh, hasSurface, materialIndex } of model?.parts ?? []) {
      if (!hasSurface) {
        // Hidden, it would take along what hangs in it.
        if (!mesh.layers.isEnabled(PRODUCT_LAYER)) continue;
        mesh.layers.disable(PRODUCT_LAYER);
        undo.push(() => mesh.layers.enable(PRODUCT_LAYER));
        continue;
      }
      const worn = mesh.material as Material;
      const isFlat = mesh.geometry.getAttribute('normal') === undefined;
      const key = `${worn.uuid} ${materialIndex} ${isFlat}`;
      const material =
        materials.get(key) ??
        new SurfaceMaterial(worn, materialIndex + 2, uniforms, isFlat, kind === 'shape');
      materials.set(key, material);
      undo.push(() => {
        mesh.material = worn;
      });
      mesh.material = material;
    }
    eye.layers.set(PRODUCT_LAYER);
    renderer.setClearColor(0x000000, 0);
    renderer.setRenderTarget(target);
    renderer.clear();
    renderer.render(scene, eye);
  } finally {
    for (const step of undo) step();
    for (const material of materials.values()) material.dispose();
    renderer.setClearColor(colour, alpha);
    renderer.setRenderTarget(null);
  }
  const [ids, normals = null, depths = null] = target.textures;
  if (ids === undefined) throw new Error('the target has no texture');
  return { target, ids, normals, depths, nearest, farthest };
}

/** The slice of the view in which the product stands. */
function depthRange(stage: Stage, eye: PerspectiveCamera): { nearest: number; farthest: number } {
  const forward = eye.getWorldDirection(new Vector3());
  const { min, max } = stage.bounds;
  const distances = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) =>
    new Vector3(corner & 1 ? max.x : min.x, corner & 2 ? max.y : min.y, corner & 4 ? max.z : min.z)
      .sub(eye.position)
      .dot(forward),
  );
  const nearest = Math.max(eye.near, Math.min(...distances));
  const farthest = Math.max(...distances);
  return Number.isFinite(farthest) && farthest > nearest
    ? { nearest, farthest }
    : { nearest: eye.near, farthest: eye.far };
}

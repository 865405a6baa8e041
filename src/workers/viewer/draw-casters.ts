import {
  type Material,
  Mesh,
  type Object3D,
  type OrthographicCamera,
  Scene,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';
import { SHADOW_LAYER } from './capture-layers.ts';

/**
 * Draws what of the product throws shadows, in one material.
 *
 * @param camera Looks at `SHADOW_LAYER`. @param unseen What throws none.
 */
export function drawCasters(
  renderer: WebGLRenderer,
  product: Object3D,
  unseen: readonly Object3D[],
  material: Material,
  camera: OrthographicCamera,
  target: WebGLRenderTarget,
): void {
  const scene = new Scene();
  const parent = product.parent;
  scene.overrideMaterial = material;
  const alpha = renderer.getClearAlpha();
  const before = renderer.getRenderTarget();
  try {
    for (const object of unseen) object.layers.disable(SHADOW_LAYER);
    scene.add(product);
    renderer.setClearAlpha(0);
    renderer.setRenderTarget(target);
    renderer.clear();
    renderer.render(scene, camera);
  } finally {
    parent?.add(product);
    for (const object of unseen) object.layers.enable(SHADOW_LAYER);
    renderer.setClearAlpha(alpha);
    renderer.setRenderTarget(before);
  }
}

/** What of it is drawn, and cannot be seen at all. */
export function listUnseen(product: Object3D): Object3D[] {
  const unseen: Object3D[] = [];
  product.traverseVisible((object) => {
    if (object instanceof Mesh && (object.material as Material).opacity === 0) unseen.push(object);
  });
  return unseen;
}

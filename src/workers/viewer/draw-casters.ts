import {
  type Camera,
  DoubleSide,
  FrontSide,
  type Material,
  Mesh,
  type MeshPhysicalMaterial,
  type Object3D,
  Scene,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';
import { CUT_SHADOW_LAYER, SHADOW_LAYER } from './capture-layers.ts';
import { type CutCasters, listCut } from './cut-casters.ts';
import { isClosed } from './is-closed.ts';

/**
 * Draws what of the product throws shadows: in one material, but for what is not seen as a whole.
 *
 * @param material With both sides all is in the way. With the front alone light falls through the backs of what is opaque and has
 * one side, as the view does; what has two is in the way from both. @param camera Looks at `SHADOW_LAYER`. @param unseen What throws none. @param casters Draws what has holes, or is see-through.
 * @param adds To what the target has; else that is cleared.
 */
export function drawCasters(
  renderer: WebGLRenderer,
  product: Object3D,
  unseen: readonly Object3D[],
  material: Material,
  casters: CutCasters,
  camera: Camera,
  target: WebGLRenderTarget,
  adds = false,
): void {
  const scene = new Scene();
  const parent = product.parent;
  const alpha = renderer.getClearAlpha();
  const { autoClear } = renderer;
  const before = renderer.getRenderTarget();
  const without = new Set(unseen);
  const cut = listCut(product).filter((mesh) => !without.has(mesh) && mesh.layers.isEnabled(SHADOW_LAYER));
  const whole = material.side === FrontSide ? listWhole(product, new Set([...unseen, ...cut])) : [];
  const hidden = [...unseen, ...cut, ...whole];
  try {
    for (const object of hidden) object.layers.disable(SHADOW_LAYER);
    scene.add(product);
    renderer.setClearAlpha(0);
    renderer.setRenderTarget(target);
    if (!adds) renderer.clear();
    renderer.autoClear = false;
    scene.overrideMaterial = material;
    renderer.render(scene, camera);
    if (whole.length > 0) {
      material.side = DoubleSide;
      drawAlone(renderer, scene, whole, camera);
    }
    if (cut.length > 0) {
      scene.overrideMaterial = null;
      const takeOff = casters.dress(cut);
      try {
        drawAlone(renderer, scene, cut, camera);
      } finally {
        takeOff();
      }
    }
  } finally {
    if (whole.length > 0) material.side = FrontSide;
    renderer.autoClear = autoClear;
    parent?.add(product);
    for (const object of hidden) object.layers.enable(SHADOW_LAYER);
    renderer.setClearAlpha(alpha);
    renderer.setRenderTarget(before);
  }
}

/** Adds to what is drawn. */
function drawAlone(renderer: WebGLRenderer, scene: Scene, meshes: readonly Mesh[], camera: Camera): void {
  try {
    for (const mesh of meshes) mesh.layers.enable(CUT_SHADOW_LAYER);
    camera.layers.set(CUT_SHADOW_LAYER);
    renderer.render(scene, camera);
  } finally {
    camera.layers.set(SHADOW_LAYER);
    for (const mesh of meshes) mesh.layers.disable(CUT_SHADOW_LAYER);
  }
}

/** What throws a shadow from both sides, as for the tracer: what has two, what lets light through in places, and what is closed. */
function listWhole(product: Object3D, without: ReadonlySet<Object3D>): Mesh[] {
  const whole: Mesh[] = [];
  product.traverseVisible((object) => {
    if (!(object instanceof Mesh) || without.has(object) || !object.layers.isEnabled(SHADOW_LAYER)) return;
    const { side, alphaTest, transmission = 0 } = object.material as Material & Partial<MeshPhysicalMaterial>;
    if (side === DoubleSide || alphaTest > 0 || transmission > 0 || isClosed(object.geometry))
      whole.push(object);
  });
  return whole;
}

/** What of it is drawn, and cannot be seen at all. */
export function listUnseen(product: Object3D): Object3D[] {
  const unseen: Object3D[] = [];
  product.traverseVisible((object) => {
    if (!(object instanceof Mesh)) return;
    const { opacity, transparent, alphaTest } = object.material as Material;
    if (transparent ? opacity === 0 : opacity < alphaTest) unseen.push(object);
  });
  return unseen;
}

/** What lets most of the light through. */
export function listGlass(product: Object3D): Object3D[] {
  const glass: Object3D[] = [];
  product.traverseVisible((object) => {
    if (!(object instanceof Mesh)) return;
    const {
      transparent,
      opacity,
      transmission = 0,
    } = object.material as Material & Partial<MeshPhysicalMaterial>;
    if (opacity > 0 && (transmission > 0.5 || (transparent === true && opacity < 0.5))) glass.push(object);
  });
  return glass;
}

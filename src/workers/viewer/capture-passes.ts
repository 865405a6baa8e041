import {
  type Camera,
  Color,
  LinearSRGBColorSpace,
  type Material,
  MeshBasicMaterial,
  type MeshStandardMaterial,
  NearestFilter,
  NoColorSpace,
  PerspectiveCamera,
  type Scene,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { CameraPose } from '../../contract/render-spec.ts';
import type { CapturedPasses } from '../../contract/viewer-api.ts';
import type { Stage } from './stage.ts';
import type { LoadedModel, ModelPart } from './stage-model.ts';

/**
 * Draws the stage as it is shown, at another size, and reads it in the same task: the screen never shows it. The
 * canvas keeps that size; the caller gives it its own back in this task, and has taken tools like highlights off.
 */
export function capturePasses(
  stage: Stage,
  model: LoadedModel | null,
  pose: CameraPose,
  widthPx: number,
  heightPx: number,
): CapturedPasses {
  const { renderer, scene, camera } = stage;
  const eye = new PerspectiveCamera(pose.fovDegrees, widthPx / heightPx, camera.near, camera.far);
  eye.position.fromArray(pose.position);
  eye.up.fromArray(pose.up);
  eye.lookAt(new Vector3(...pose.target));
  eye.updateMatrixWorld();
  renderer.setPixelRatio(1);
  renderer.setSize(widthPx, heightPx, false);
  stage.drawPicture(eye, widthPx, heightPx);
  const snapshot = readCanvas(renderer, widthPx, heightPx);
  const ids = stage.withProductOnly(() => drawIds(renderer, scene, eye, model, widthPx, heightPx));
  return { snapshot, ids, widthPx, heightPx };
}

/**
 * Reads what stands on the canvas, in the task that drew it.
 *
 * @returns RGBA, row 0 at the top, opaque.
 */
function readCanvas(renderer: WebGLRenderer, widthPx: number, heightPx: number): ArrayBuffer {
  const gl = renderer.getContext();
  const pixels = new Uint8Array(widthPx * heightPx * 4);
  gl.readPixels(0, 0, widthPx, heightPx, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return turnUpright(pixels, widthPx, heightPx, true);
}

/**
 * Draws which material every pixel shows: red + 256 * green = glTF material index + 2, 0 is background. Hard edges,
 * nearest surface only. Transparent surfaces count like opaque ones, except where a texel is wholly transparent;
 * cut-outs count where they are cut out. Points and lines do not count. The model is unchanged afterwards.
 *
 * @param scene Holds the model; everything else in it must be hidden already.
 * @returns RGBA, row 0 at the top.
 */
function drawIds(
  renderer: WebGLRenderer,
  scene: Scene,
  camera: Camera,
  model: LoadedModel | null,
  widthPx: number,
  heightPx: number,
): ArrayBuffer {
  const target = new WebGLRenderTarget(widthPx, heightPx, {
    samples: 0,
    colorSpace: NoColorSpace,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
  });
  const worn = new Map<ModelPart, Material | Material[]>();
  const materials: Material[] = [];
  const visible = new Map<ModelPart, boolean>();
  const { environment } = scene;
  const colour = renderer.getClearColor(new Color());
  const alpha = renderer.getClearAlpha();
  try {
    for (const part of model?.parts ?? []) {
      const current = part.mesh.material as Material;
      worn.set(part, current);
      visible.set(part, part.mesh.visible);
      if (!part.hasSurface) part.mesh.visible = false;
      const material = makeIdMaterial(current, part.materialIndex + 2);
      materials.push(material);
      part.mesh.material = material;
    }
    scene.environment = null;
    renderer.setClearColor(0x000000, 0);
    renderer.setRenderTarget(target);
    renderer.clear();
    renderer.render(scene, camera);
    const pixels = new Uint8Array(widthPx * heightPx * 4);
    renderer.readRenderTargetPixels(target, 0, 0, widthPx, heightPx, pixels);
    return turnUpright(pixels, widthPx, heightPx, false);
  } finally {
    for (const [part, material] of worn) part.mesh.material = material as Material;
    for (const [part, isVisible] of visible) part.mesh.visible = isVisible;
    for (const material of materials) material.dispose();
    scene.environment = environment;
    renderer.setClearColor(colour, alpha);
    renderer.setRenderTarget(null);
    target.dispose();
  }
}

function makeIdMaterial(current: Material, id: number): MeshBasicMaterial {
  const { map, alphaMap } = current as Partial<MeshStandardMaterial>;
  const isCut = current.alphaTest > 0 || current.transparent;
  const material = new MeshBasicMaterial({
    side: current.side,
    toneMapped: false,
    fog: false,
    opacity: current.opacity,
    alphaTest: current.alphaTest > 0 ? current.alphaTest : current.transparent ? 1 / 255 : 0,
    map: isCut ? (map ?? null) : null,
    alphaMap: isCut ? (alphaMap ?? null) : null,
  });
  material.color.setHex(((id & 0xff) << 16) | (id & 0xff00), LinearSRGBColorSpace);
  // Only the alpha of the texture decides; its colour must not touch the number.
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <alphatest_fragment>',
      '#include <alphatest_fragment>\ndiffuseColor = vec4(diffuse, 1.0);',
    );
  };
  return material;
}

/** Rows come from the card bottom first. */
function turnUpright(pixels: Uint8Array, widthPx: number, heightPx: number, isOpaque: boolean): ArrayBuffer {
  const rowBytes = widthPx * 4;
  const upright = new Uint8Array(pixels.byteLength);
  for (let row = 0; row < heightPx; row++) {
    const from = (heightPx - 1 - row) * rowBytes;
    upright.set(pixels.subarray(from, from + rowBytes), row * rowBytes);
  }
  if (isOpaque) for (let alpha = 3; alpha < upright.length; alpha += 4) upright[alpha] = 255;
  return upright.buffer;
}

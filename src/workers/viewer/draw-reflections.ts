import {
  BackSide,
  BoxGeometry,
  CubeCamera,
  HalfFloatType,
  LinearMipmapLinearFilter,
  LinearSRGBColorSpace,
  Mesh,
  NoBlending,
  Scene,
  ShaderMaterial,
  WebGLCubeRenderTarget,
  type WebGLRenderer,
} from 'three';

/** Side of a cube face: sharp enough for polished metal. */
const SIZE_PX = 128;
/** Smallest level, for fully rough surfaces. */
const SMALLEST_PX = 8;

/** Light from all around, for surfaces of any roughness. */
export interface Surroundings {
  /** GLSL that writes what a surface of `uniform float roughness` mirrors along `varying vec3 vDirection`. */
  readonly fragment: string;
  readonly uniforms: Readonly<Record<string, { value: unknown }>>;
}

const VERTEX = /* glsl */ `
varying vec3 vDirection;
void main() {
  vDirection = position;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

/**
 * What shows in polished surfaces, blurred for every roughness, in the form three.js keeps such maps in (PMREMGenerator,
 * r187); still dark.
 *
 * @returns Owned by the caller.
 */
export function openReflections(renderer: WebGLRenderer): WebGLCubeRenderTarget {
  const target = new WebGLCubeRenderTarget(SIZE_PX, {
    type: HalfFloatType,
    colorSpace: LinearSRGBColorSpace,
    minFilter: LinearMipmapLinearFilter,
    generateMipmaps: false,
    depthBuffer: false,
  });
  for (let side = SIZE_PX; side >= SMALLEST_PX; side /= 2) {
    target.texture.mipmaps.push({ width: side, height: side } as never);
  }
  Object.assign(target.texture, { isPMREMTexture: true, name: 'studio' });
  renderer.initRenderTarget(target);
  return target;
}

/**
 * Draws all levels of them. The generator of three.js took 11.7 s under a software rasteriser; this takes some tens of
 * milliseconds, so a lost context has its light again as soon.
 */
export function drawReflections(
  renderer: WebGLRenderer,
  target: WebGLCubeRenderTarget,
  { fragment, uniforms }: Surroundings,
): void {
  const roughness = { value: 0 };
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: fragment,
    uniforms: { ...uniforms, roughness },
    side: BackSide,
    blending: NoBlending,
    depthTest: false,
    depthWrite: false,
  });
  const room = new Mesh(new BoxGeometry(), material);
  const scene = new Scene();
  scene.add(room);
  const camera = new CubeCamera(0.1, 10, target);
  const maxLevel = target.texture.mipmaps.length - 1;
  for (let level = 0; level <= maxLevel; level++) {
    // The inverse of roughnessToMip in three.js's shaders.
    roughness.value = 1 - Math.sqrt(1 - level / maxLevel);
    camera.activeMipmapLevel = level;
    // The renderer does not scale a target's viewport to its level.
    target.viewport.set(0, 0, SIZE_PX >> level, SIZE_PX >> level);
    camera.update(renderer, scene);
  }
  target.viewport.set(0, 0, SIZE_PX, SIZE_PX);
  room.geometry.dispose();
  material.dispose();
}

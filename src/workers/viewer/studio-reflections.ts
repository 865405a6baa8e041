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
  Vector3,
  Vector4,
  WebGLCubeRenderTarget,
  type WebGLRenderer,
} from 'three';

/** Side of a cube face: sharp enough for polished metal. */
const SIZE_PX = 128;
/** Smallest level, for fully rough surfaces. */
const SMALLEST_PX = 8;

/** A lamp of the studio: where it hangs, half its angles as tangents, and its radiance. */
interface Softbox {
  readonly direction: readonly [number, number, number];
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly radiance: number;
}

// A large key from the upper left, a tall strip on the right, a rim behind, a soft top, a low front fill.
const SOFTBOXES: readonly Softbox[] = [
  { direction: [-0.62, 0.6, 0.5], halfWidth: 0.55, halfHeight: 0.6, radiance: 9 },
  { direction: [0.88, 0.3, 0.37], halfWidth: 0.2, halfHeight: 0.9, radiance: 7 },
  { direction: [0.15, 0.55, -0.82], halfWidth: 0.8, halfHeight: 0.28, radiance: 8 },
  { direction: [0, 1, 0.06], halfWidth: 0.7, halfHeight: 0.7, radiance: 3.5 },
  { direction: [0.2, 0.1, 0.97], halfWidth: 0.5, halfHeight: 0.3, radiance: 1.2 },
];

const VERTEX = /* glsl */ `
varying vec3 vDirection;
void main() {
  vDirection = position;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

// Each box is two soft steps in angle, one across and one along: wider the rougher the surface. A Gaussian of this width
// stands for the GGX lobe seen along the normal, whose median angle is 2 atan(roughness^2) times about a half.
const FRAGMENT = /* glsl */ `
uniform vec3 across[${SOFTBOXES.length}];
uniform vec3 along[${SOFTBOXES.length}];
uniform vec4 boxes[${SOFTBOXES.length}];
uniform vec3 facing[${SOFTBOXES.length}];
uniform float spread;
varying vec3 vDirection;

// Beyond 8 it is 1, and its exponentials overflow on some cards.
float softStep(float x) {
  return tanh(clamp(x, -8.0, 8.0));
}

// Share of a Gaussian around \`at\` that falls between -half and half; tanh(1.2 x) is within 1 % of its integral.
float within(float at, float halfAngle) {
  return 0.5 * (softStep(1.2 * (halfAngle - at) / spread) + softStep(1.2 * (halfAngle + at) / spread));
}

void main() {
  vec3 d = normalize(vDirection);
  // Walls: lit from above, dark below.
  float grey = mix(0.11, 0.33, smoothstep(-0.8, 0.9, d.y));
  vec3 light = vec3(grey, grey, grey * 1.02);
  for (int i = 0; i < ${SOFTBOXES.length}; i++) {
    float x = atan(dot(d, across[i]), dot(d, facing[i]));
    float y = asin(clamp(dot(d, along[i]), -1.0, 1.0));
    light += boxes[i].z * within(x, boxes[i].x) * within(y, boxes[i].y);
  }
  gl_FragColor = vec4(light, 1.0);
}`;

/**
 * The studio that shows in polished surfaces, already blurred for every roughness, in the form three.js keeps such maps
 * in (PMREMGenerator, r187). A few steps per texel instead of 256 samples: 11.7 s became some tens of milliseconds under
 * a software rasteriser, which also has every lost context behind it sooner.
 *
 * @returns Owned by the caller.
 */
export function drawStudioReflections(renderer: WebGLRenderer): WebGLCubeRenderTarget {
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

  const spread = { value: 0 };
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: { ...boxUniforms(), spread },
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
    const roughness = 1 - Math.sqrt(1 - level / maxLevel);
    spread.value = 0.02 + 0.8 * roughness ** 2;
    camera.activeMipmapLevel = level;
    // The renderer does not scale a target's viewport to its level.
    target.viewport.set(0, 0, SIZE_PX >> level, SIZE_PX >> level);
    camera.update(renderer, scene);
  }
  target.viewport.set(0, 0, SIZE_PX, SIZE_PX);
  room.geometry.dispose();
  material.dispose();
  return target;
}

function boxUniforms(): Record<string, { value: unknown }> {
  const facing = SOFTBOXES.map(({ direction }) => new Vector3(...direction).normalize());
  const across = facing.map((direction) => {
    const isUpright = Math.abs(direction.y) > 0.99;
    return new Vector3(0, isUpright ? 0 : 1, isUpright ? -1 : 0).cross(direction).normalize();
  });
  return {
    facing: { value: facing },
    across: { value: across },
    along: { value: facing.map((direction, box) => direction.clone().cross(across[box] ?? direction)) },
    boxes: {
      value: SOFTBOXES.map(
        ({ halfWidth, halfHeight, radiance }) =>
          new Vector4(Math.atan(halfWidth), Math.atan(halfHeight), radiance, 0),
      ),
    },
  };
}

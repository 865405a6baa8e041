import { Vector3, Vector4 } from 'three';
import type { Surroundings } from './draw-reflections.ts';

/** A lamp of the studio: where it hangs, half its angles as tangents, and its radiance. */
interface Softbox {
  readonly direction: readonly [number, number, number];
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly radiance: number;
}

/** Makes a product as bright as under the picture of the studio: measured on the sample. */
const BRIGHTNESS = 0.36;

// A large key from the upper left, a tall strip on the right, a rim behind, a soft top, a low front fill.
const SOFTBOXES: readonly Softbox[] = [
  { direction: [-0.62, 0.6, 0.5], halfWidth: 0.55, halfHeight: 0.6, radiance: 9 },
  { direction: [0.88, 0.3, 0.37], halfWidth: 0.2, halfHeight: 0.9, radiance: 7 },
  { direction: [0.15, 0.55, -0.82], halfWidth: 0.8, halfHeight: 0.28, radiance: 8 },
  { direction: [0, 1, 0.06], halfWidth: 0.7, halfHeight: 0.7, radiance: 3.5 },
  { direction: [0.2, 0.1, 0.97], halfWidth: 0.5, halfHeight: 0.3, radiance: 1.2 },
];

// Each box is two soft steps in angle, one across and one along: wider the rougher the surface. A Gaussian of this width
// stands for the GGX lobe seen along the normal, whose median angle is 2 atan(roughness^2) times about a half.
const FRAGMENT = /* glsl */ `
uniform vec3 across[${SOFTBOXES.length}];
uniform vec3 along[${SOFTBOXES.length}];
uniform vec4 boxes[${SOFTBOXES.length}];
uniform vec3 facing[${SOFTBOXES.length}];
uniform float roughness;
varying vec3 vDirection;

// Beyond 8 it is 1, and its exponentials overflow on some cards.
float softStep(float x) {
  return tanh(clamp(x, -8.0, 8.0));
}

// Share of a Gaussian around \`at\` that falls between -half and half; tanh(1.2 x) is within 1 % of its integral.
float within(float at, float halfAngle, float spread) {
  return 0.5 * (softStep(1.2 * (halfAngle - at) / spread) + softStep(1.2 * (halfAngle + at) / spread));
}

void main() {
  vec3 d = normalize(vDirection);
  // Walls: lit from above, dark below.
  float grey = mix(0.11, 0.33, smoothstep(-0.8, 0.9, d.y));
  float spread = 0.02 + 0.8 * roughness * roughness;
  vec3 light = vec3(grey, grey, grey * 1.02);
  for (int i = 0; i < ${SOFTBOXES.length}; i++) {
    float x = atan(dot(d, across[i]), dot(d, facing[i]));
    float y = asin(clamp(dot(d, along[i]), -1.0, 1.0));
    light += boxes[i].z * within(x, boxes[i].x, spread) * within(y, boxes[i].y, spread);
  }
  gl_FragColor = vec4(light * ${BRIGHTNESS.toFixed(2)}, 1.0);
}`;

/** Draws the studio in code, blurred by a formula: what shows in polished surfaces when the picture of it does not come. */
export function openDrawnStudio(): Surroundings {
  return { fragment: FRAGMENT, uniforms: boxUniforms() };
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

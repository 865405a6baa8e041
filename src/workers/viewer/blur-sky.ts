import type { DataTexture } from 'three';
import type { Surroundings } from './draw-reflections.ts';

/** Directions per texel. Half of them leave grains in rough metal before a dark background. */
const SAMPLES = 128;
/**
 * Of the two levels of the smoothest surfaces, which have nearly all texels: what they mirror is a few pixels of the picture
 * wide, and so many directions leave none out. A light takes a software rasteriser a third of the time so.
 */
const SAMPLES_OF_SMOOTH = [
  [0.2, 32],
  [0.4, 64],
] as const;

// GGX seen along the normal, sampled by importance and read from the level whose texels cover as much of the sphere as
// one sample stands for (Krivanek and Colbert, filtered importance sampling).
const FRAGMENT = /* glsl */ `
uniform sampler2D picture;
uniform vec2 size;
uniform float roughness;
varying vec3 vDirection;

vec3 lightFrom(vec3 d, float level) {
  vec2 place = vec2(atan(d.x, -d.z) / (2.0 * PI) + 0.5, acos(clamp(d.y, -1.0, 1.0)) / PI);
  return textureLod(picture, place, level).rgb;
}

float radicalInverse(uint bits) {
  bits = (bits << 16u) | (bits >> 16u);
  bits = ((bits & 0x55555555u) << 1u) | ((bits & 0xAAAAAAAAu) >> 1u);
  bits = ((bits & 0x33333333u) << 2u) | ((bits & 0xCCCCCCCCu) >> 2u);
  bits = ((bits & 0x0F0F0F0Fu) << 4u) | ((bits & 0xF0F0F0F0u) >> 4u);
  bits = ((bits & 0x00FF00FFu) << 8u) | ((bits & 0xFF00FF00u) >> 8u);
  return float(bits) * 2.3283064365386963e-10;
}

void main() {
  vec3 n = normalize(vDirection);
  if (roughness == 0.0) {
    gl_FragColor = vec4(lightFrom(n, 0.0), 1.0);
    return;
  }
  vec3 t = normalize(cross(abs(n.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0), n));
  vec3 b = cross(n, t);
  float a2 = pow4(roughness);
  float texel = 2.0 * PI * PI / (size.x * size.y);
  int samples = ${SAMPLES_OF_SMOOTH.map(([below, samples]) => `roughness < ${below} ? ${samples} : `).join('')}${SAMPLES};
  float count = float(samples);
  vec3 sum = vec3(0.0);
  float weights = 0.0;
  for (int i = 0; i < samples; i++) {
    float u = (float(i) + 0.5) / count;
    float phi = 2.0 * PI * radicalInverse(uint(i));
    float nh = sqrt((1.0 - u) / (1.0 + (a2 - 1.0) * u));
    float side = sqrt(1.0 - nh * nh);
    vec3 h = side * (cos(phi) * t + sin(phi) * b) + nh * n;
    vec3 l = 2.0 * nh * h - n;
    float nl = dot(n, l);
    if (nl <= 0.0) continue;
    float spread = nh * nh * (a2 - 1.0) + 1.0;
    float density = a2 / (PI * spread * spread) / 4.0;
    float level = 0.5 * log2(1.0 / (count * density) / texel);
    sum += nl * lightFrom(l, max(0.0, level));
    weights += nl;
  }
  gl_FragColor = vec4(sum / weights, 1.0);
}`;

/** Surroundings of a picture of all of them, as `drawStageSky` gives it. */
export function blurSky(picture: DataTexture): Surroundings {
  const { width, height } = picture.image;
  return {
    fragment: `#include <common>\n${FRAGMENT}`,
    uniforms: { picture: { value: picture }, size: { value: [width, height] } },
  };
}

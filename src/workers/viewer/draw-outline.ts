import { NoColorSpace, ShaderMaterial, Vector2, type WebGLRenderer, WebGLRenderTarget } from 'three';
import type { DrawnSurface } from './draw-surface.ts';
import { FullScreenPass } from './full-screen-pass.ts';

/** A step in depth above this share of the product's size is an edge; smaller ones are the surface's own relief. */
const STEP_SHARE = 0.006;

const VERTEX = /* glsl */ `
void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }`;

// Planes have one over the depth linear on the picture, so that its second difference is 0 however slanted they are.
const FRAGMENT = /* glsl */ `
uniform sampler2D ids;
uniform sampler2D normals;
uniform sampler2D depths;
uniform vec2 range;
uniform float stepSize;
float depthAt(ivec2 place) {
  vec3 bytes = texelFetch(depths, place, 0).rgb;
  return range.x + range.y * dot(bytes, vec3(1.0, 1.0 / 255.0, 1.0 / 65025.0));
}
float between(ivec2 here, ivec2 there, ivec2 opposite) {
  vec4 id = texelFetch(ids, here, 0);
  vec4 otherId = texelFetch(ids, there, 0);
  if (id != otherId) return 1.0;
  if (id.a == 0.0) return 0.0;
  vec3 normal = texelFetch(normals, here, 0).xyz * 2.0 - 1.0;
  vec3 otherNormal = texelFetch(normals, there, 0).xyz * 2.0 - 1.0;
  float crease = smoothstep(0.12, 0.4, 1.0 - dot(normalize(normal), normalize(otherNormal)));
  if (texelFetch(ids, opposite, 0) != id) return crease;
  float z = depthAt(here);
  float bend = abs(1.0 / depthAt(there) + 1.0 / depthAt(opposite) - 2.0 / z) * z * z;
  return max(crease, smoothstep(0.5, 1.0, bend / stepSize));
}
void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  ivec2 last = textureSize(ids, 0) - 1;
  ivec2 right = ivec2(min(here.x + 1, last.x), here.y);
  ivec2 left = ivec2(max(here.x - 1, 0), here.y);
  ivec2 above = ivec2(here.x, min(here.y + 1, last.y));
  ivec2 below = ivec2(here.x, max(here.y - 1, 0));
  float edge = max(max(between(here, right, left), between(here, left, right)),
    max(between(here, above, below), between(here, below, above)));
  gl_FragColor = vec4(vec3(edge), 1.0);
}`;

/**
 * Draws the lines of a surface white on black, two pixels wide: where parts or the background meet, at creases, and at
 * steps in depth.
 *
 * @param size Of the product, stage units.
 * @returns The owner disposes of it.
 */
export function drawOutline(renderer: WebGLRenderer, surface: DrawnSurface, size: number): WebGLRenderTarget {
  const { target, ids, normals, depths, nearest, farthest } = surface;
  const lines = new WebGLRenderTarget(target.width, target.height, {
    colorSpace: NoColorSpace,
    depthBuffer: false,
  });
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: {
      ids: { value: ids },
      normals: { value: normals },
      depths: { value: depths },
      range: { value: new Vector2(nearest, farthest - nearest) },
      stepSize: { value: Math.max(size * STEP_SHARE, 1e-6) },
    },
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  });
  const pass = new FullScreenPass(material);
  try {
    renderer.setRenderTarget(lines);
    pass.draw(renderer);
  } finally {
    renderer.setRenderTarget(null);
    pass.dispose();
  }
  return lines;
}

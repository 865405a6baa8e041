import {
  type Color,
  LinearSRGBColorSpace,
  type Material,
  MeshNormalMaterial,
  type MeshStandardMaterial,
  type Texture,
  Color as ThreeColor,
  Vector2,
} from 'three';
import { patchShader } from './patch-shader.ts';
import { TriplanarMaterial } from './triplanar-material.ts';

/** Settings that all materials of one drawing share. */
export interface SurfaceUniforms {
  /** Distances along the view that become 0 and 1, stage units: the first, and one over their difference. */
  readonly surfaceRange: { value: Vector2 };
  /** Draws white instead of the number. */
  readonly isSilhouette: { value: boolean };
}

export function createSurfaceUniforms(): SurfaceUniforms {
  return { surfaceRange: { value: new Vector2(0, 1) }, isSilhouette: { value: false } };
}

const PARS = /* glsl */ `
layout(location = 1) out highp vec4 surfaceNormal;
layout(location = 2) out highp vec4 surfaceDepth;
uniform vec3 diffuse;
uniform vec2 surfaceRange;
uniform bool isSilhouette;
varying float vSurfaceDepth;
#include <color_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
`;

const ALPHA = /* glsl */ `
#include <map_fragment>
#include <color_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
`;

// 24 bits of depth in red, green and blue; below 1, because 1 would read as 0.
const OUTPUT = /* glsl */ `
float surfaceShare = clamp((vSurfaceDepth - surfaceRange.x) * surfaceRange.y, 0.0, 0.9999999);
vec3 surfaceBytes = fract(surfaceShare * vec3(1.0, 255.0, 65025.0));
surfaceDepth = vec4(surfaceBytes - surfaceBytes.yzz * vec3(1.0 / 255.0, 1.0 / 255.0, 0.0), 1.0);
surfaceNormal = vec4(normalize(normal) * 0.5 + 0.5, 1.0);
gl_FragColor = vec4(isSilhouette ? vec3(1.0) : diffuse, 1.0);
`;

/**
 * Draws what a surface is instead of how it looks: its number, its normal seen from the camera, and its depth, each into
 * a target of its own. Holes are where the material it stands in for has them: cut-outs, and what is wholly
 * transparent by its texels or the colours of its points; everything else counts as solid.
 */
export class SurfaceMaterial extends MeshNormalMaterial {
  readonly color: Color;
  readonly map: Texture | null;
  readonly alphaMap: Texture | null;
  readonly #uniforms: SurfaceUniforms;
  readonly #relief: TriplanarMaterial | null;

  /**
   * @param id Up to 65,535: red + 256 * green.
   * @param isFlat Of shapes without normals, whatever their material says of it.
   * @param hasNormals Else the relief of a library texture is not worth its reads.
   */
  constructor(worn: Material, id: number, uniforms: SurfaceUniforms, isFlat: boolean, hasNormals: boolean) {
    const { map, alphaMap, normalMap, normalScale, bumpMap, bumpScale, flatShading } =
      worn as Partial<MeshStandardMaterial>;
    super({
      side: worn.side,
      opacity: worn.opacity,
      flatShading: isFlat || flatShading === true,
      normalMap: normalMap ?? null,
      bumpMap: bumpMap ?? null,
      bumpScale: bumpScale ?? 1,
      ...(normalScale === undefined ? {} : { normalScale }),
    });
    const isCut = worn.alphaTest > 0 || worn.transparent;
    this.alphaTest = worn.alphaTest > 0 ? worn.alphaTest : worn.transparent ? 1 / 255 : 0;
    this.map = isCut ? (map ?? null) : null;
    this.alphaMap = isCut ? (alphaMap ?? null) : null;
    this.vertexColors = isCut && worn.vertexColors;
    this.color = new ThreeColor().setHex(((id & 0xff) << 16) | (id & 0xff00), LinearSRGBColorSpace);
    this.#uniforms = uniforms;
    this.#relief = hasNormals && worn instanceof TriplanarMaterial ? worn : null;
    this.defines = { ...this.defines, ...this.#relief?.defines };
  }

  override onBeforeCompile(shader: Parameters<Material['onBeforeCompile']>[0]): void {
    Object.assign(shader.uniforms, this.#uniforms);
    this.#relief?.bendNormals(shader);
    shader.vertexShader = patchShader(shader.vertexShader, [
      ['#include <common>', '#include <common>\n#include <color_pars_vertex>\nvarying float vSurfaceDepth;'],
      ['#include <uv_vertex>', '#include <uv_vertex>\n#include <color_vertex>'],
      ['#include <project_vertex>', '#include <project_vertex>\nvSurfaceDepth = -mvPosition.z;'],
    ]);
    shader.fragmentShader = patchShader(shader.fragmentShader, [
      ['#include <uv_pars_fragment>', `#include <uv_pars_fragment>\n${PARS}`],
      ['#include <normal_fragment_begin>', `${ALPHA}\n#include <normal_fragment_begin>`],
      ['gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );', OUTPUT],
    ]);
  }

  override onBeforeRender(): void {
    this.#relief?.follow();
  }

  override customProgramCacheKey(): string {
    return this.#relief === null ? 'surface' : 'surface triplanar';
  }
}

import {
  Matrix4,
  MeshStandardMaterial,
  type MeshStandardMaterialParameters,
  type Object3D,
  type Texture,
  Vector2,
} from 'three';
import {
  TRIPLANAR_BUMP_STEP,
  TRIPLANAR_MIN_UP,
  TRIPLANAR_SHARPNESS,
} from '../../contract/scene/triplanar.ts';
import { findTextureFrame } from '../../tracer/gltf/find-texture-frame.ts';
import { IDENTITY } from '../../tracer/matrix.ts';
import { patchShader } from './patch-shader.ts';

// The form in GLSL of contract/scene/triplanar.ts: change both together, and the tracer's.
const PARS = /* glsl */ `
uniform sampler2D triplanarMap;
uniform float triplanarTile;
uniform vec2 triplanarTurn;
uniform float triplanarBump;
#ifdef TRIPLANAR_NORMAL
uniform sampler2D triplanarNormalMap;
uniform float triplanarNormalScale;
#endif
#ifdef TRIPLANAR_ROUGHNESS
uniform sampler2D triplanarRoughnessMap;
#endif
uniform mat4 triplanarToStage;
uniform mat4 triplanarFromStage;
varying vec3 vTexturePosition;

struct TriplanarProjection {
  float weight;
  vec2 place;
  vec3 uAxis;
  vec3 vAxis;
  vec2 alongX;
  vec2 alongY;
};

TriplanarProjection triplanarProject(float weight, vec3 right, vec3 up, vec3 stepX, vec3 stepY) {
  vec3 uAxis = triplanarTurn.x * right - triplanarTurn.y * up;
  vec3 vAxis = triplanarTurn.y * right + triplanarTurn.x * up;
  // The slopes come from the position, not from the coordinates: those jump where a normal changes sides.
  return TriplanarProjection(
    weight,
    vec2(dot(vTexturePosition, uAxis), dot(vTexturePosition, vAxis)) / triplanarTile,
    uAxis,
    vAxis,
    vec2(dot(stepX, uAxis), -dot(stepX, vAxis)) / triplanarTile,
    vec2(dot(stepY, uAxis), -dot(stepY, vAxis)) / triplanarTile
  );
}

vec3 triplanarTexel(sampler2D source, TriplanarProjection p, vec2 offset) {
  vec2 place = p.place + offset;
  return textureGrad(source, vec2(place.x, 1.0 - place.y), p.alongX, p.alongY).rgb;
}

vec3 triplanarShare(sampler2D source, TriplanarProjection p) {
  if (p.weight < 1e-4) return vec3(0.0);
  return p.weight * triplanarTexel(source, p, vec2(0.0));
}

float triplanarHeight(TriplanarProjection p, vec2 offset) {
  return dot(triplanarTexel(triplanarMap, p, offset), vec3(0.2126, 0.7152, 0.0722));
}

vec3 triplanarSlope(TriplanarProjection p, float perUnit) {
  if (p.weight < 1e-4) return vec3(0.0);
  float here = triplanarHeight(p, vec2(0.0));
  float du = (triplanarHeight(p, vec2(${TRIPLANAR_BUMP_STEP}, 0.0)) - here) * perUnit * p.weight;
  float dv = (triplanarHeight(p, vec2(0.0, ${TRIPLANAR_BUMP_STEP})) - here) * perUnit * p.weight;
  return du * p.uAxis + dv * p.vAxis;
}

#ifdef TRIPLANAR_NORMAL
vec3 triplanarTilt(TriplanarProjection p) {
  if (p.weight < 1e-4) return vec3(0.0);
  vec3 texel = triplanarTexel(triplanarNormalMap, p, vec2(0.0)) * 2.0 - 1.0;
  float slope = -triplanarNormalScale * p.weight / max(${TRIPLANAR_MIN_UP}, texel.z);
  return slope * (texel.x * p.uAxis + texel.y * p.vAxis);
}
#endif
`;

const PROJECT = /* glsl */ `
float triplanarFacing = gl_FrontFacing ? 1.0 : -1.0;
#ifdef FLAT_SHADED
  vec3 triplanarView = normalize(cross(dFdx(vViewPosition), dFdy(vViewPosition))) * triplanarFacing;
#else
  vec3 triplanarView = normalize(vNormal);
#endif
// The back of a thin wall shows the pattern of its front.
vec3 triplanarNormal = normalize((vec4(triplanarView, 0.0) * viewMatrix).xyz * mat3(triplanarToStage));
vec3 triplanarWeights = pow(abs(triplanarNormal), vec3(${TRIPLANAR_SHARPNESS.toFixed(1)}));
triplanarWeights /= triplanarWeights.x + triplanarWeights.y + triplanarWeights.z;
vec3 triplanarStepX = dFdx(vTexturePosition);
vec3 triplanarStepY = dFdy(vTexturePosition);
TriplanarProjection triplanarX = triplanarProject(triplanarWeights.x,
  vec3(0.0, 0.0, triplanarNormal.x >= 0.0 ? -1.0 : 1.0), vec3(0.0, 1.0, 0.0), triplanarStepX, triplanarStepY);
TriplanarProjection triplanarY = triplanarProject(triplanarWeights.y,
  vec3(1.0, 0.0, 0.0), vec3(0.0, 0.0, triplanarNormal.y >= 0.0 ? -1.0 : 1.0), triplanarStepX, triplanarStepY);
TriplanarProjection triplanarZ = triplanarProject(triplanarWeights.z,
  vec3(triplanarNormal.z >= 0.0 ? 1.0 : -1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), triplanarStepX, triplanarStepY);
`;

const COLOUR = /* glsl */ `
${PROJECT}
diffuseColor.rgb *= triplanarShare(triplanarMap, triplanarX) + triplanarShare(triplanarMap, triplanarY)
  + triplanarShare(triplanarMap, triplanarZ);
`;

const ROUGHNESS = /* glsl */ `
#include <roughnessmap_fragment>
#ifdef TRIPLANAR_ROUGHNESS
roughnessFactor *= triplanarShare(triplanarRoughnessMap, triplanarX).g
  + triplanarShare(triplanarRoughnessMap, triplanarY).g + triplanarShare(triplanarRoughnessMap, triplanarZ).g;
#endif
`;

const NORMAL = /* glsl */ `
#ifdef TRIPLANAR_NORMAL
{
  vec3 slope = triplanarTilt(triplanarX) + triplanarTilt(triplanarY) + triplanarTilt(triplanarZ);
#else
if (triplanarBump > 0.0) {
  float perUnit = triplanarBump / (${TRIPLANAR_BUMP_STEP} * triplanarTile);
  vec3 slope = triplanarSlope(triplanarX, perUnit) + triplanarSlope(triplanarY, perUnit)
    + triplanarSlope(triplanarZ, perUnit);
#endif
  vec3 bent = triplanarNormal - (slope - dot(slope, triplanarNormal) * triplanarNormal);
  normal = normalize((viewMatrix * vec4(bent * mat3(triplanarFromStage), 0.0)).xyz);
  #if defined(DOUBLE_SIDED) || defined(FLAT_SHADED)
    normal *= triplanarFacing;
  #endif
}
`;

const POSITION = /* glsl */ `
vec4 texturePosition = vec4(transformed, 1.0);
#ifdef USE_INSTANCING
  texturePosition = instanceMatrix * texturePosition;
#endif
vTexturePosition = (triplanarFromStage * (modelMatrix * texturePosition)).xyz;
`;

/** Textures of one library material: repeating, row 0 at the top, all covering the same tile. Owned by the caller. */
export interface LibraryTextures {
  /** sRGB. */
  readonly colour: Texture;
  /** Linear; relief from it in place of the bump. */
  readonly normal: Texture | null;
  /** Linear; its green multiplies the roughness. */
  readonly roughness: Texture | null;
}

/** How library textures are placed on a surface. */
export interface Lay {
  readonly tileSize: number;
  readonly rotationRadians: number;
  readonly bumpHeight: number;
  /** Multiplies the slopes of the normal map. */
  readonly normalScale: number;
}

type Shader = Parameters<MeshStandardMaterial['onBeforeCompile']>[0];

/** A surface with a library texture laid on by triplanar projection (contract/scene/triplanar.ts). */
export class TriplanarMaterial extends MeshStandardMaterial {
  readonly #root: Object3D;
  readonly #modelTransform = new Matrix4();
  readonly #uniforms = {
    triplanarMap: { value: null as Texture | null },
    triplanarTile: { value: 1 },
    triplanarTurn: { value: new Vector2(1, 0) },
    triplanarBump: { value: 0 },
    triplanarNormalMap: { value: null as Texture | null },
    triplanarNormalScale: { value: 1 },
    triplanarRoughnessMap: { value: null as Texture | null },
    triplanarToStage: { value: new Matrix4() },
    triplanarFromStage: { value: new Matrix4() },
  };

  /** @param root The normalised model: the texture goes where its parent goes. */
  constructor(surface: MeshStandardMaterialParameters, root: Object3D) {
    super(surface);
    this.#root = root;
  }

  lay({ colour, normal, roughness }: LibraryTextures, lay: Lay): void {
    const { tileSize, rotationRadians, bumpHeight, normalScale } = lay;
    this.#uniforms.triplanarMap.value = colour;
    this.#uniforms.triplanarNormalMap.value = normal;
    this.#uniforms.triplanarNormalScale.value = normalScale;
    this.#uniforms.triplanarRoughnessMap.value = roughness;
    this.#define('TRIPLANAR_NORMAL', normal !== null);
    this.#define('TRIPLANAR_ROUGHNESS', roughness !== null);
    this.#uniforms.triplanarTile.value = tileSize;
    this.#uniforms.triplanarTurn.value.set(Math.cos(rotationRadians), Math.sin(rotationRadians));
    this.#uniforms.triplanarBump.value = bumpHeight;
  }

  /** Of the library material. */
  get mapCount(): number {
    return (
      ['TRIPLANAR_NORMAL', 'TRIPLANAR_ROUGHNESS'].filter((name) => name in (this.defines ?? {})).length + 1
    );
  }

  override onBeforeCompile(shader: Shader): void {
    this.#project(shader);
    shader.fragmentShader = patchShader(shader.fragmentShader, [
      ['#include <common>', `#include <common>\n${PARS}`],
      ['#include <map_fragment>', COLOUR],
      ['#include <roughnessmap_fragment>', ROUGHNESS],
      ['#include <normal_fragment_maps>', NORMAL],
    ]);
  }

  /** Bends the normals of a material that draws nothing else as this one's are; it has this one's `defines`. */
  bendNormals(shader: Shader): void {
    this.#project(shader);
    shader.fragmentShader = patchShader(shader.fragmentShader, [
      ['#include <uv_pars_fragment>', `#include <common>\n#include <uv_pars_fragment>\n${PARS}`],
      ['#include <normal_fragment_maps>', `${PROJECT}\n${NORMAL}`],
    ]);
  }

  /** Before the pattern is drawn, by whichever material: it goes where the model is by now. */
  follow(): void {
    const matrix = this.#root.parent?.matrixWorld;
    if (matrix === undefined || matrix.equals(this.#modelTransform)) return;
    this.#modelTransform.copy(matrix);
    const frame = findTextureFrame(matrix.elements);
    this.#uniforms.triplanarToStage.value.fromArray(frame?.toStage ?? IDENTITY);
    this.#uniforms.triplanarFromStage.value.fromArray(frame?.fromStage ?? IDENTITY);
  }

  override onBeforeRender(): void {
    this.follow();
  }

  #project(shader: Shader): void {
    Object.assign(shader.uniforms, this.#uniforms);
    shader.vertexShader = patchShader(shader.vertexShader, [
      [
        '#include <common>',
        '#include <common>\nuniform mat4 triplanarFromStage;\nvarying vec3 vTexturePosition;',
      ],
      ['#include <project_vertex>', `#include <project_vertex>\n${POSITION}`],
    ]);
  }

  #define(name: string, isWanted: boolean): void {
    this.defines ??= {};
    if (name in this.defines === isWanted) return;
    if (isWanted) this.defines[name] = '';
    else delete this.defines[name];
    this.needsUpdate = true;
  }

  override customProgramCacheKey(): string {
    return 'triplanar';
  }
}

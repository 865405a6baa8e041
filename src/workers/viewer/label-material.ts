import {
  type Material,
  Matrix4,
  MeshBasicMaterial,
  type Object3D,
  ShaderChunk,
  type Texture,
  type Vector3,
  type Vector4,
} from 'three';
import {
  LABEL_FOIL_ROUGHNESS,
  LABEL_GLOSS_ROUGHNESS,
  LABEL_MATT_ROUGHNESS,
  LABEL_MIN_FACING,
} from '../../contract/scene/label.ts';
import { findTextureFrame } from '../../tracer/gltf/find-texture-frame.ts';
import { IDENTITY } from '../../tracer/matrix.ts';
import { patchShader } from './patch-shader.ts';
import { TRANSLUCENCY, TranslucentMaterial } from './translucent-material.ts';

// The form in GLSL of contract/scene/label.ts and of the tracer's surface: change them together.
const PARS = /* glsl */ `
uniform mat4 labelToStage;
uniform mat4 labelFromStage;
uniform bool labelShowsThrough;
varying vec3 vLabelPosition;

struct LabelPlace {
  vec3 origin;
  vec3 right;
  vec3 up;
  vec3 out_;
  // Two rows that make coordinates of the picture.
  vec4 toPicture;
  float depth;
  float radius;
  float opacity;
  // As in the tracer's layout: 1 matt, 2 gloss, 3 foil.
  int finish;
  bool hidesPart;
};

// Colour and cover of a label at the point.
vec4 labelTexel(sampler2D source, LabelPlace place, vec3 normal, vec3 stepX, vec3 stepY) {
  vec3 from = vLabelPosition - place.origin;
  float s = dot(from, place.right);
  float away = dot(from, place.out_);
  float facing = dot(normal, place.out_);
  vec2 alongX = vec2(dot(stepX, place.right), dot(stepX, place.up));
  vec2 alongY = vec2(dot(stepY, place.right), dot(stepY, place.up));
  if (place.radius > 0.0) {
    float reach = max(length(vec2(s, away)), 1e-6);
    facing = (facing * away + dot(normal, place.right) * s) / reach;
    float perUnit = place.radius / (reach * reach);
    alongX.x = perUnit * (alongX.x * away - s * dot(stepX, place.out_));
    alongY.x = perUnit * (alongY.x * away - s * dot(stepY, place.out_));
    s = place.radius * atan(s, away);
    away = reach - place.radius;
  }
  if (facing < ${LABEL_MIN_FACING} || abs(away) > place.depth) return vec4(0.0);
  mat2 picture = transpose(mat2(place.toPicture));
  vec2 at = 0.5 + picture * vec2(s, dot(from, place.up));
  vec2 gradX = picture * alongX;
  vec2 gradY = picture * alongY;
  // The picture's edge is as smooth as the part's.
  vec2 edge = clamp(0.5 + (0.5 - abs(at - 0.5)) / max(abs(gradX) + abs(gradY), 1e-6), 0.0, 1.0);
  if (edge.x * edge.y <= 0.0) return vec4(0.0);
  vec4 texel = textureGrad(source, clamp(at, 0.0, 1.0), gradX, gradY);
  return vec4(texel.rgb, texel.a * place.opacity * edge.x * edge.y);
}
`;

/** Stands in place of the light's beginning; `normal` is GLSL for the normal in the frame of the labels. */
const lay = (slots: readonly number[], normal: string, surface: string): string => /* glsl */ `
${normal}
vec3 labelStepX = dFdx(vLabelPosition);
vec3 labelStepY = dFdy(vLabelPosition);
float labelHidden = 0.0;
float labelBare = 1.0;
// Coat and its roughness are to be multiplied by the first and added to by the second.
vec2 labelCoat = vec2(1.0, 0.0);
vec2 labelCoatRoughness = vec2(1.0, 0.0);
${slots
  .map(
    (slot) => /* glsl */ `{
  vec4 texel = labelTexel(labelMap${slot}, labelPlace${slot}, labelNormal, labelStepX, labelStepY);
  float share = texel.a;
  float rest = 1.0 - share;
  int finish = labelPlace${slot}.finish;
  if (labelPlace${slot}.hidesPart) {
    diffuseColor.rgb = diffuseColor.rgb * rest + texel.rgb * share;
    diffuseColor.a = diffuseColor.a * rest + share;
    labelHidden = labelHidden * rest + share;
  } else {
    diffuseColor.rgb *= rest + texel.rgb * share;
  }
  ${surface.replaceAll('SLOT', String(slot))}
}`,
  )
  .join('\n')}
`;

const SURFACE = /* glsl */ `
  if (labelPlaceSLOT.hidesPart) metalnessFactor = metalnessFactor * rest + (finish == 3 ? share : 0.0);
  if (labelPlaceSLOT.hidesPart) labelBare = labelBare * rest + (finish == 2 ? 0.0 : share);
  if (finish == 2) {
    labelCoat = labelCoat * rest + vec2(0.0, share);
    labelCoatRoughness = labelCoatRoughness * rest + vec2(0.0, share * ${LABEL_GLOSS_ROUGHNESS});
  } else if (finish == 1 || finish == 3) {
    roughnessFactor = roughnessFactor * rest
      + share * (finish == 1 ? ${LABEL_MATT_ROUGHNESS} : ${LABEL_FOIL_ROUGHNESS});
    labelCoat *= rest;
  }
`;

const NORMAL = /* glsl */ `
float labelSide = gl_FrontFacing ? 1.0 : -1.0;
#ifdef FLAT_SHADED
  vec3 labelView = normalize(cross(dFdx(vViewPosition), dFdy(vViewPosition))) * labelSide;
#else
  vec3 labelView = normalize(vNormal);
#endif
// What is seen through has its labels on both sides.
if (!labelShowsThrough) labelView *= labelSide;
vec3 labelNormal = normalize((vec4(labelView, 0.0) * viewMatrix).xyz * mat3(labelToStage));
`;

// A surface without light has no normals.
const UNLIT_NORMAL = /* glsl */ `
vec3 labelNormal = normalize(cross(dFdx(vLabelPosition), dFdy(vLabelPosition)));
if (dot(labelNormal, (labelFromStage * vec4(cameraPosition, 1.0)).xyz - vLabelPosition) < 0.0) labelNormal = -labelNormal;
if (labelShowsThrough && !gl_FrontFacing) labelNormal = -labelNormal;
`;

const AFTER_SURFACE = /* glsl */ `
material.specularColor *= labelBare;
material.specularColorBlended = mix(material.specularColor, diffuseColor.rgb, metalnessFactor);
material.specularF90 *= mix(labelBare, 1.0, metalnessFactor);
#ifdef USE_CLEARCOAT
  material.clearcoatRoughness = material.clearcoat > 1e-3
    ? material.clearcoatRoughness * labelCoatRoughness.x + labelCoatRoughness.y
    : ${LABEL_GLOSS_ROUGHNESS};
  material.clearcoat = material.clearcoat * labelCoat.x + labelCoat.y;
#endif
#ifdef USE_SHEEN
  material.sheenColor *= 1.0 - labelHidden;
#endif
#ifdef USE_IRIDESCENCE
  material.iridescence *= 1.0 - labelHidden;
#endif
#ifdef USE_ANISOTROPY
  material.anisotropy *= 1.0 - labelHidden;
  material.alphaT = mix(pow2(material.roughness), 1.0, pow2(material.anisotropy));
#endif
`;

const POSITION = /* glsl */ `
vec4 labelPosition = vec4(transformed, 1.0);
#ifdef USE_INSTANCING
  labelPosition = instanceMatrix * labelPosition;
#endif
vLabelPosition = (labelFromStage * (modelMatrix * labelPosition)).xyz;
`;

/** What a shader reads of one label. */
export interface LabelUniforms {
  readonly map: { value: Texture | null };
  readonly place: {
    value: {
      origin: Vector3;
      right: Vector3;
      up: Vector3;
      out_: Vector3;
      toPicture: Vector4;
      depth: number;
      radius: number;
      opacity: number;
      finish: number;
      hidesPart: boolean;
    };
  };
}

/** What three.js is about to compile. */
export type LabelledShader = Parameters<Material['onBeforeCompile']>[0];

/** So little of a coat that nobody sees it, and three.js compiles what draws one. */
const FAINT_COAT = 1e-6;

/** Where the labels of one model are by now; shared by all materials that wear some. */
export class LabelPlacement {
  readonly uniforms = { labelToStage: { value: new Matrix4() }, labelFromStage: { value: new Matrix4() } };
  readonly #root: Object3D;
  readonly #modelTransform = new Matrix4();

  /** @param root The normalised model: labels go where its parent goes. */
  constructor(root: Object3D) {
    this.#root = root;
  }

  follow(): void {
    const matrix = this.#root.parent?.matrixWorld;
    if (matrix === undefined || matrix.equals(this.#modelTransform)) return;
    this.#modelTransform.copy(matrix);
    const frame = findTextureFrame(matrix.elements);
    this.uniforms.labelToStage.value.fromArray(frame?.toStage ?? IDENTITY);
    this.uniforms.labelFromStage.value.fromArray(frame?.fromStage ?? IDENTITY);
  }
}

/**
 * Lets a material that nobody else uses wear labels, once for all: where and what they are stands in the uniforms.
 *
 * @param labels By their place in the list, only those that may lie on it.
 * @param roomOf Of how many a shader can read the pictures; the lowest go, which are covered soonest.
 */
export function wearLabels(
  material: Material,
  labels: ReadonlyMap<number, LabelUniforms>,
  placement: LabelPlacement,
  roomOf: (shader: LabelledShader) => number,
): void {
  const slots = [...labels.keys()];
  const showsThrough = { value: false };
  const base = {
    compile: material.onBeforeCompile.bind(material),
    render: material.onBeforeRender.bind(material),
    key: material.customProgramCacheKey.bind(material),
  };
  const worn: Material & { clearcoat?: number; transmission?: number } = material;
  if (!(worn.clearcoat !== undefined && worn.clearcoat > 0)) worn.clearcoat = FAINT_COAT;
  material.onBeforeCompile = (shader, renderer) => {
    base.compile(shader, renderer);
    const laid = slots.slice(Math.max(0, slots.length - Math.max(0, roomOf(shader))));
    Object.assign(shader.uniforms, placement.uniforms, { labelShowsThrough: showsThrough });
    for (const [slot, { map, place }] of labels) {
      Object.assign(shader.uniforms, { [`labelMap${slot}`]: map, [`labelPlace${slot}`]: place });
    }
    shader.vertexShader = patchShader(shader.vertexShader, [
      ['#include <common>', '#include <common>\nuniform mat4 labelFromStage;\nvarying vec3 vLabelPosition;'],
      ['#include <project_vertex>', `#include <project_vertex>\n${POSITION}`],
    ]);
    const pars = laid.map((k) => `uniform sampler2D labelMap${k};\nuniform LabelPlace labelPlace${k};`);
    const common = ['#include <common>', `#include <common>\n${PARS}\n${pars.join('\n')}`] as const;
    shader.fragmentShader = patchShader(
      shader.fragmentShader,
      material instanceof MeshBasicMaterial
        ? [common, ['#include <specularmap_fragment>', lay(laid, UNLIT_NORMAL, '')]]
        : [
            common,
            [
              '#include <lights_physical_fragment>',
              `${lay(laid, NORMAL, SURFACE)}\n#include <lights_physical_fragment>\n${AFTER_SURFACE}`,
            ],
            ['#include <transmission_fragment>', TRANSMISSION],
            ...(material instanceof TranslucentMaterial ? [COVERED_TRANSLUCENCY] : []),
          ],
    );
  };
  material.onBeforeRender = (...scene) => {
    base.render(...scene);
    placement.follow();
    showsThrough.value = material.transparent || (worn.transmission ?? 0) > 0;
  };
  material.customProgramCacheKey = () => `${base.key()} labels ${slots.join(' ')}`;
}

const COVERED_TRANSLUCENCY = [TRANSLUCENCY, `${TRANSLUCENCY}\ntranslucency *= 1.0 - labelHidden;`] as const;

const TRANSMISSION = patchShader(ShaderChunk.transmission_fragment, [
  ['vec3 pos = vWorldPosition;', 'material.transmission *= 1.0 - labelHidden;\n\tvec3 pos = vWorldPosition;'],
]);

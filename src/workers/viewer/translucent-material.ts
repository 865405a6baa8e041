import { Color, Matrix3, MeshPhysicalMaterial, type Texture } from 'three';
import { patchShader } from './patch-shader.ts';

const PARS = /* glsl */ `
uniform float diffuseTransmission;
uniform vec3 diffuseTransmissionColor;
#ifdef DIFFUSE_TRANSMISSION_UV
uniform sampler2D diffuseTransmissionMap;
varying vec2 vDiffuseTransmissionUv;
#endif
#ifdef DIFFUSE_TRANSMISSION_COLOR_UV
uniform sampler2D diffuseTransmissionColorMap;
varying vec2 vDiffuseTransmissionColorUv;
#endif
`;

/** What lamps bring to the other side. */
const DIRECT = /* glsl */ `
#include <lights_physical_pars_fragment>
vec3 directBehind = vec3(0.0);
void RE_Direct_Translucent(const in IncidentLight directLight, const in vec3 geometryPosition,
  const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal,
  const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
  RE_Direct_Physical(directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material,
    reflectedLight);
  directBehind += saturate(-dot(geometryNormal, directLight.direction)) * directLight.color;
}
#undef RE_Direct
#define RE_Direct RE_Direct_Translucent
`;

/** Share of what comes through before its map; stands once in the shader. */
export const TRANSLUCENCY = 'float translucency = diffuseTransmission;';

/** As in the tracer: a share of the diffuse light is the other side's, under the same reflecting layer. */
const THROUGH = /* glsl */ `
#include <aomap_fragment>
${TRANSLUCENCY}
#ifdef DIFFUSE_TRANSMISSION_UV
translucency *= texture2D(diffuseTransmissionMap, vDiffuseTransmissionUv).a;
#endif
vec3 throughColor = diffuseTransmissionColor;
#ifdef DIFFUSE_TRANSMISSION_COLOR_UV
throughColor *= texture2D(diffuseTransmissionColorMap, vDiffuseTransmissionColorUv).rgb;
#endif
vec3 onceReflected = vec3(0.0);
vec3 oftenReflected = vec3(0.0);
computeMultiscattering(material.dfg, material.specularColor, material.specularF90, onceReflected, oftenReflected);
throughColor *= RECIPROCAL_PI * translucency * (1.0 - material.metalness) * (1.0 - onceReflected - oftenReflected);
#ifdef USE_SHEEN
throughColor *= 1.0 - max3(material.sheenColor)
  * IBLSheenBRDF(geometryNormal, geometryViewDir, material.sheenRoughness);
#endif
reflectedLight.directDiffuse = reflectedLight.directDiffuse * (1.0 - translucency) + directBehind * throughColor;
reflectedLight.indirectDiffuse *= 1.0 - translucency;
#if defined(USE_ENVMAP) && defined(ENVMAP_TYPE_PMREM)
reflectedLight.indirectDiffuse += getIBLIrradiance(-geometryNormal) * throughColor;
#endif
`;

type Shader = Parameters<MeshPhysicalMaterial['onBeforeCompile']>[0];

/**
 * KHR_materials_diffuse_transmission, which three.js has not (r187): what falls on the other side comes through as diffuse
 * light. A body with a thickness has the colour of its volume over that thickness; what stands behind, and how often light
 * is scattered inside of a closed product, the stage does not know.
 */
export class TranslucentMaterial extends MeshPhysicalMaterial {
  /** 0 to 1. */
  diffuseTransmission = 0;
  readonly diffuseTransmissionColor = new Color(1, 1, 1);
  /** Its alpha counts. */
  diffuseTransmissionMap: Texture | null = null;
  /** sRGB. */
  diffuseTransmissionColorMap: Texture | null = null;
  readonly #uniforms = {
    diffuseTransmission: { value: 0 },
    diffuseTransmissionColor: { value: new Color() },
    diffuseTransmissionMap: { value: null as Texture | null },
    diffuseTransmissionColorMap: { value: null as Texture | null },
    diffuseTransmissionTransform: { value: new Matrix3() },
    diffuseTransmissionColorTransform: { value: new Matrix3() },
  };

  override copy(source: MeshPhysicalMaterial): this {
    super.copy(source);
    if (source instanceof TranslucentMaterial) {
      this.diffuseTransmission = source.diffuseTransmission;
      this.diffuseTransmissionColor.copy(source.diffuseTransmissionColor);
      this.lay(source.diffuseTransmissionMap, source.diffuseTransmissionColorMap);
    }
    return this;
  }

  /** Takes these maps, read by their own sets of coordinates. They are the file's. */
  lay(share: Texture | null, colour: Texture | null): void {
    this.diffuseTransmissionMap = share;
    this.diffuseTransmissionColorMap = colour;
    this.defines = { ...this.defines };
    for (const [name, map] of [
      ['DIFFUSE_TRANSMISSION_UV', share],
      ['DIFFUSE_TRANSMISSION_COLOR_UV', colour],
    ] as const) {
      if (map === null) continue;
      const set = map.channel === 0 ? '' : String(map.channel);
      this.defines[name] = `uv${set}`;
      // Declares the attribute, as a map of three.js would.
      if (set !== '') this.defines[`USE_UV${set}`] = '';
    }
    this.needsUpdate = true;
  }

  override onBeforeCompile(shader: Shader): void {
    Object.assign(shader.uniforms, this.#uniforms);
    shader.vertexShader = patchShader(shader.vertexShader, [
      [
        '#include <common>',
        `#include <common>
#ifdef DIFFUSE_TRANSMISSION_UV
uniform mat3 diffuseTransmissionTransform;
varying vec2 vDiffuseTransmissionUv;
#endif
#ifdef DIFFUSE_TRANSMISSION_COLOR_UV
uniform mat3 diffuseTransmissionColorTransform;
varying vec2 vDiffuseTransmissionColorUv;
#endif`,
      ],
      [
        '#include <uv_vertex>',
        `#include <uv_vertex>
#ifdef DIFFUSE_TRANSMISSION_UV
vDiffuseTransmissionUv = (diffuseTransmissionTransform * vec3(DIFFUSE_TRANSMISSION_UV, 1.0)).xy;
#endif
#ifdef DIFFUSE_TRANSMISSION_COLOR_UV
vDiffuseTransmissionColorUv = (diffuseTransmissionColorTransform * vec3(DIFFUSE_TRANSMISSION_COLOR_UV, 1.0)).xy;
#endif`,
      ],
    ]);
    shader.fragmentShader = patchShader(shader.fragmentShader, [
      ['#include <common>', `#include <common>\n${PARS}`],
      ['#include <lights_physical_pars_fragment>', DIRECT],
      ['#include <aomap_fragment>', THROUGH],
    ]);
  }

  override onBeforeRender(): void {
    const uniforms = this.#uniforms;
    uniforms.diffuseTransmission.value = this.diffuseTransmission;
    const { r, g, b } = this.attenuationColor;
    const depth = this.#depth();
    uniforms.diffuseTransmissionColor.value
      .copy(this.diffuseTransmissionColor)
      .multiply(new Color(r ** depth, g ** depth, b ** depth));
    for (const [map, transform] of [
      [this.diffuseTransmissionMap, uniforms.diffuseTransmissionTransform],
      [this.diffuseTransmissionColorMap, uniforms.diffuseTransmissionColorTransform],
    ] as const) {
      // The loader lays a turned one by hand, as glTF has it.
      if (map?.matrixAutoUpdate) map.updateMatrix();
      if (map !== null) transform.value.copy(map.matrix);
    }
    uniforms.diffuseTransmissionMap.value = this.diffuseTransmissionMap;
    uniforms.diffuseTransmissionColorMap.value = this.diffuseTransmissionColorMap;
  }

  /** Attenuation distances that light goes in the body, both in metres of the file (`scale-volumes.ts`). */
  #depth(): number {
    const { attenuationMetres = this.attenuationDistance } = this.userData as { attenuationMetres?: number };
    if (this.thickness <= 0 || !(attenuationMetres > 0) || !Number.isFinite(attenuationMetres)) return 0;
    return this.thickness / attenuationMetres;
  }

  override customProgramCacheKey(): string {
    return 'translucent';
  }
}

import { ShaderChunk } from 'three';
import { AGX_INSET, AGX_OUTSET } from '../../tracer/post/tone-map.ts';
import { patchShader } from './patch-shader.ts';

type Rows = readonly (readonly [number, number, number])[];

const THREE_AGX = /vec3 AgXToneMapping\( vec3 color \) \{[\s\S]*?\n\}/;
const THREE_SHEEN = /float IBLSheenBRDF\([^)]*\) \{[\s\S]*?\n\}/;

/** GLSL has columns. */
function matrixOf(rows: Rows): string {
  const columns = [0, 1, 2].flatMap((k) => rows.map((row) => (row[k] ?? 0).toFixed(12)));
  return `mat3( ${columns.join(', ')} )`;
}

const AGX = /* glsl */ `
vec3 AgXToneMapping( vec3 color ) {

	const float AgxMinEv = - 12.47393;
	const float AgxMaxEv = 4.026069;
	color = ${matrixOf(AGX_INSET)} * color * toneMappingExposure;
	color = ( log2( max( color, 1e-10 ) ) - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = agxDefaultContrastApprox( clamp( color, 0.0, 1.0 ) );
	color = ${matrixOf(AGX_OUTSET)} * color;
	return pow( clamp( color, 0.0, 1.0 ), vec3( 2.2 ) );

}`;

// The logarithm as powers of the cosine, each with powers of the roughness as its factor: fitted to the integral from 0.15 on, within 0.05.
const SHEEN = /* glsl */ `
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {

	float c = saturate( dot( normal, viewDir ) );
	float r = max( 0.15, roughness );
	vec4 powers = vec4( 1.0, r, r * r, r * r * r );
	float constant = dot( powers, vec4( 1.78957671, - 7.14704669, 8.34234172, - 3.5147169 ) );
	float linear = dot( powers, vec4( - 18.11544496, 64.499456, - 90.29736653, 42.22939012 ) );
	float square = dot( powers, vec4( 21.55789484, - 89.59233374, 135.72790267, - 66.73110003 ) );
	float cube = dot( powers, vec4( - 22.24223937, 83.80985445, - 115.23572936, 53.0127928 ) );
	return saturate( exp( constant + c * ( linear + c * ( square + c * cube ) ) ) );

}`;

const THREE_BITANGENT = 'cross( vNormal, vTangent ) * tangent.w';
// Copies on the card that are mirrored hang in a mesh that is (split-mirrored.ts). A skin takes its node back, and stands by its joints.
const BITANGENT = /* glsl */ `${THREE_BITANGENT} * ( determinant( mat3( modelMatrix
#ifdef USE_SKINNING
	* skinMatrix
#endif
) ) < 0.0 ? - 1.0 : 1.0 )`;

/**
 * Has three.js draw by the formulas of the tracer where it has others (r187): AgX, which it maps by way of other primaries, the
 * share of light from all sides that a sheen gives back, of which its fit has half, and the relief of what is mirrored and has
 * tangents of its own, which it turns inside out in green. In all shaders that are compiled from then on.
 *
 * @throws Error when three.js has other shaders than it had.
 */
export function patchTrueShaders(): void {
  const { tonemapping_pars_fragment: tones, lights_physical_pars_fragment: lights } = ShaderChunk;
  const { normal_vertex: normals } = ShaderChunk;
  if (tones.includes(AGX)) return;
  ShaderChunk.tonemapping_pars_fragment = patchShader(tones, [[textOf(THREE_AGX, tones), AGX]]);
  ShaderChunk.lights_physical_pars_fragment = patchShader(lights, [[textOf(THREE_SHEEN, lights), SHEEN]]);
  ShaderChunk.normal_vertex = patchShader(normals, [[THREE_BITANGENT, BITANGENT]]);
}

/** What a pattern finds in it, or the pattern itself, which is not in it. */
function textOf(pattern: RegExp, source: string): string {
  return pattern.exec(source)?.[0] ?? String(pattern);
}

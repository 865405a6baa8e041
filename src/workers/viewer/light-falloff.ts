import { ShaderChunk } from 'three';
import { patchShader } from './patch-shader.ts';
import { PROFILE_LIGHT } from './profile-shader.ts';

const DISTANCE = /* glsl */ `
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 1e-6 );

	if ( cutoffDistance > 0.0 ) {

		distanceFalloff *= saturate( 1.0 - pow4( lightDistance / cutoffDistance ) );

	}
`;
const SPOT = /* glsl */ `
	float edge = saturate( ( angleCosine - coneCosine ) / max( 0.001, penumbraCosine - coneCosine ) );
	return edge * edge;
`;

const ARRIVES = 'getSpotLightInfo( spotLight, geometryPosition, directLight );';

// The picture of the profiles is the last of all maps, and its light, which is black, the only one whose table has no columns.
const PROFILED = /* glsl */ `
		#if NUM_SPOT_LIGHT_MAPS > 0
			if ( spotLight.decay < - 1.5 ) directLight.color = profiledLight( spotLight, spotLightMap[ NUM_SPOT_LIGHT_MAPS - 1 ], geometryPosition );
		#endif
`;

/**
 * Lets lights of three.js fall off as KHR_lights_punctual has it, and Studio: it squares the window of a range, keeps what is near from
 * getting brighter, smooths the edge of a cone otherwise, and knows no profiles. Of all shaders that are compiled from then on.
 *
 * @throws Error when three.js has other shaders than it had.
 */
export function patchLightFalloff(): void {
  if (ShaderChunk.lights_pars_begin.includes(SPOT)) return;
  ShaderChunk.lights_pars_begin = patchShader(ShaderChunk.lights_pars_begin, [
    ['float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );', DISTANCE],
    ['distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );', ''],
    ['return smoothstep( coneCosine, penumbraCosine, angleCosine );', SPOT],
  ]);
  ShaderChunk.lights_pars_begin += `\n#if NUM_SPOT_LIGHT_MAPS > 0\n${PROFILE_LIGHT}\n#endif\n`;
  ShaderChunk.lights_fragment_begin = patchShader(ShaderChunk.lights_fragment_begin, [
    [ARRIVES, `${ARRIVES}\n${PROFILED}`],
  ]);
}

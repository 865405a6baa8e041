import { ShaderChunk } from 'three';
import { GOBO_KEPT } from './gobo-shader.ts';
import { patchShader } from './patch-shader.ts';
import {
  OCCLUSION_MAP,
  VISIBILITY_BEGIN,
  VISIBILITY_PARS,
  VISIBLE_COAT,
  VISIBLE_IRRADIANCE,
  VISIBLE_RADIANCE,
} from './sky-visibility-shader.ts';
import { SUN_KEPT, SUN_SHADE } from './sun-shader.ts';

const THREE_MAP = /* glsl */ `
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
`;

// The sky has a light as it arrives in the middle of the product with nothing before it: here is how much more that is than
// what arrives at the surface.
const SHADE = /* glsl */ `
			if ( spotLight.decay > 0.0 ) keptIrradiance += goboKept( spotLight, spotLightMap[ SPOT_LIGHT_MAP_INDEX ], vSpotLightCoord[ i ], geometryNormal, directLight.direction );
			else if ( spotLight.decay == 0.0 ) {
				lampIrradiance += spotLight.color * max( 0.0, dot( geometryNormal, spotLight.direction ) );
				keptIrradiance += sunKept( spotLight, spotLightMap[ SPOT_LIGHT_MAP_INDEX ], vSpotLightCoord[ i ].xyz, geometryNormal );
			}
			else if ( spotLight.decay == - 0.5 ) fileShade = farShade( spotLight, spotLightMap[ SPOT_LIGHT_MAP_INDEX ], vSpotLightCoord[ i ].xyz, geometryNormal );
			directLight.color = vec3( 0.0 );
`;

const FAR_LIGHT = 'getDirectionalLightInfo( directionalLight, directLight );';
const FAR_SHADE = 'if ( UNROLLED_LOOP_INDEX == 0 ) directLight.color *= 1.0 - fileShade;';

const COAT =
  'clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );';
/** Where three.js adds the light of a grid of probes. */
const THREE_GRID = /#if NUM_LIGHT_PROBE_GRIDS > 0[\s\S]*?unroll_loop_end[\s\S]*?unroll_loop_end\s*#endif/;

/**
 * Makes a grid of probes what a place sees of the sky (`SkyVisibility`), and makes spot lights with a map what takes light out of the sky: by a pattern (`GoboLights`), or, with a decay of 0, by the shadow of
 * the product (`SunShadow`). One with a decay of -0.5 is the shadow that the first directional light of the file throws; those
 * below only bring a map. In all shaders that are compiled from then on.
 *
 * @throws Error when three.js has other shaders than it had.
 */
export function patchKeptLight(): void {
  if (ShaderChunk.lights_fragment_begin.includes('keptIrradiance')) return;
  ShaderChunk.lights_pars_begin += `\n#if NUM_SPOT_LIGHT_MAPS > 0\n${GOBO_KEPT}${SUN_SHADE}${SUN_KEPT}\n#endif\n`;
  ShaderChunk.lights_fragment_begin = patchShader(ShaderChunk.lights_fragment_begin, [
    [
      'IncidentLight directLight;',
      'IncidentLight directLight;\nvec3 keptIrradiance = vec3( 0.0 );\nvec3 lampIrradiance = vec3( 0.0 );\nfloat fileShade = 0.0;',
    ],
    [THREE_MAP.trim(), SHADE.trim()],
    [FAR_LIGHT, `${FAR_LIGHT}\n${FAR_SHADE}`],
    [threeGrid(), VISIBILITY_BEGIN],
  ]);
  ShaderChunk.lightprobes_pars_fragment = VISIBILITY_PARS;
  ShaderChunk.aomap_fragment = OCCLUSION_MAP;
  ShaderChunk.lights_fragment_maps = patchShader(ShaderChunk.lights_fragment_maps, [
    ['iblIrradiance += getIBLIrradiance( geometryNormal );', VISIBLE_IRRADIANCE],
    ['radiance += iblRadiance;', `${VISIBLE_RADIANCE}\nradiance += iblRadiance;`],
    [COAT, VISIBLE_COAT],
  ]);
}

function threeGrid(): string {
  return THREE_GRID.exec(ShaderChunk.lights_fragment_begin)?.[0] ?? String(THREE_GRID);
}

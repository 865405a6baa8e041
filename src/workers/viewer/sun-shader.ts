import { spreadOnDisc } from './spread-on-disc.ts';

/** Points of a disc, each with how far it is from the middle, as an array of GLSL. */
function discWithWays(count: number): string {
  const points = spreadOnDisc(count).map((point) => `vec3( ${point.map((n) => n.toFixed(6)).join(', ')} )`);
  return `vec3[ ${count} ]( ${points.join(', ')} )`;
}

/**
 * How much of a far light what stands between keeps back, 0 to 1. The blur is as wide as the way to what throws the shadow, and
 * the light's disc, make it (Fernando, "Percentage-Closer Soft Shadows", 2005).
 *
 * `depths` is what the light sees of the product in a cube, 1 where that is nothing; `place` is in that cube, 0 to 1, deeper where it is behind it.
 * `slope` is the tangent between the surface's normal and the light, `soft` the tangent of half of the disc.
 */
export const SUN_SHADE = /* glsl */ `
	const vec3 SUN_SEARCH[ 16 ] = ${discWithWays(16)};
	const vec3 SUN_DISC[ 32 ] = ${discWithWays(32)};

	bool isBlocking( const in float depth, const in float place ) {

		return depth < 1.0 && depth < place;

	}

	float sunShade( sampler2D depths, const in vec3 place, const in float slope, const in float soft ) {

		float texel = 1.0 / float( textureSize( depths, 0 ).x );
		float spin = fract( 52.9829189 * fract( dot( gl_FragCoord.xy, vec2( 0.06711056, 0.00583715 ) ) ) ) * 6.2831853;
		mat2 turned = mat2( cos( spin ), sin( spin ), - sin( spin ), cos( spin ) );
		float reach = max( texel, soft * max( 0.0, place.z ) );
		// Beyond what the light sees of the product nothing stands in its way.
		if ( any( greaterThan( abs( place.xy - 0.5 ), vec2( 0.5 + reach ) ) ) ) return 0.0;
		float sum = 0.0;
		float count = 0.0;

		for ( int i = 0; i < 16; i ++ ) {

			vec3 at = reach * SUN_SEARCH[ i ];
			float depth = texture2D( depths, place.xy + turned * at.xy ).r;
			if ( ! isBlocking( depth, place.z - ( at.z + texel ) * slope - texel ) ) continue;
			sum += depth;
			count += 1.0;

		}

		if ( count == 0.0 ) return 0.0;
		reach = max( texel, soft * ( place.z - sum / count ) );
		count = 0.0;

		for ( int i = 0; i < 32; i ++ ) {

			vec3 at = reach * SUN_DISC[ i ];
			if ( isBlocking( texture2D( depths, place.xy + turned * at.xy ).r, place.z - ( at.z + texel ) * slope - texel ) ) count += 1.0;

		}

		return count / 32.0;

	}
`;

/**
 * How much of a far light is kept from a surface, and what that is short of, by {@link SUN_SHADE}: the light's `distance` is the
 * tangent of half of its disc.
 */
export const SUN_KEPT = /* glsl */ `
	float farShade( const in SpotLight light, sampler2D depths, const in vec3 place, const in vec3 normal ) {

		float facing = dot( normal, light.direction );
		if ( facing <= 0.0 ) return 0.0;
		float slope = min( 4.0, sqrt( max( 0.0, 1.0 - facing * facing ) ) / facing );
		return sunShade( depths, place, slope, light.distance );

	}

	vec3 sunKept( const in SpotLight light, sampler2D depths, const in vec3 place, const in vec3 normal ) {

		float facing = max( 0.0, dot( normal, light.direction ) );
		return light.color * facing * farShade( light, depths, place, normal );

	}
`;

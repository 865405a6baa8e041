/**
 * Of a light with a pattern, a spot light of three.js with a map, the numbers are: `place`, where the ray from its middle crosses
 * the pattern, in pictures of it, times how far the surface is from its plane; how far before it its shadow is sharp; and how
 * far the surface is. `distance` and `decay` are its half sizes, in pictures; `coneCos` is 1 over 1 and its distance from the
 * middle of the product; `color` is what arrives there. All is measured in radii of the product.
 */
export const GOBO_KEPT = /* glsl */ `
	float goboPass( sampler2D pattern, const in vec2 middle, const in vec2 reach, const in vec2 least ) {

		float sum = 0.0;
		vec2 across = vec2( max( reach.x * 0.37, least.x ), 0.0 );
		vec2 upwards = vec2( 0.0, max( reach.y * 0.37, least.y ) );

		for ( int j = -2; j <= 2; j ++ ) {
			for ( int i = -2; i <= 2; i ++ ) {

				sum += textureGrad( pattern, middle + reach * vec2( i, j ) * 0.37, across, upwards ).r;

			}
		}

		return sum / 25.0;

	}

	vec3 goboKept( const in SpotLight light, sampler2D pattern, const in vec4 place, const in vec3 normal, const in vec3 direction ) {

		vec3 kept = light.color * saturate( dot( normal, light.direction ) );
		float leaving = dot( direction, light.direction );
		if ( leaving <= 0.0 || place.w <= 0.0 ) return kept;
		vec2 middle = place.xy / place.w;
		vec2 size = vec2( light.distance, light.decay );
		float nearer = ( 1.0 / light.coneCos - 1.0 ) * leaving / place.w;
		float passed = goboPass( pattern, middle, size * abs( 1.0 - place.z / place.w ), fwidth( middle ) );
		return kept - light.color * saturate( dot( normal, direction ) ) * leaving * nearer * nearer * passed;

	}

`;

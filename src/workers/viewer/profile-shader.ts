/**
 * What arrives of a light with a measured profile. Of a spot light of three.js its numbers are: `distance`, the first row of its
 * table in the picture of all of them; `decay`, -1 less the columns of that table; and `coneCos` and `penumbraCos`, the cosine and
 * the sine that turn what lies across its direction by {@link acrossDirection} to where the table's horizontal angles begin.
 *
 * `profiles` has vertical angles from left to right and horizontal ones upwards.
 */
export const PROFILE_LIGHT = /* glsl */ `
	vec3 profiledLight( const in SpotLight light, sampler2D profiles, const in vec3 place ) {

		vec3 away = place - light.position;
		float square = max( dot( away, away ), 1e-12 );
		vec3 towards = ( vec4( away * inversesqrt( square ), 0.0 ) * viewMatrix ).xyz;
		vec3 direction = ( vec4( - light.direction, 0.0 ) * viewMatrix ).xyz;
		vec3 first = normalize( abs( direction.y ) < 0.8731 ? vec3( direction.z, 0.0, - direction.x ) : vec3( 0.0, - direction.z, direction.y ) );
		vec3 second = cross( direction, first );
		vec3 right = first * light.coneCos + second * light.penumbraCos;
		float across = dot( towards, right );
		float aside = dot( towards, cross( direction, right ) );
		float vertical = atan( length( vec2( across, aside ) ), dot( towards, direction ) ) / PI;
		float heading = atan( aside, across ) / PI2;
		float columns = - 1.0 - light.decay;
		float column = ( heading < 0.0 ? heading + 1.0 : heading ) * ( columns - 1.0 );
		vec2 size = vec2( textureSize( profiles, 0 ) );
		vec2 at = ( vec2( vertical * ( size.x - 1.0 ), light.distance + column ) + 0.5 ) / size;
		return light.color * texture2D( profiles, at ).r / square;

	}

`;

/** A direction across another one, as the shader has it. */
export function acrossDirection([x, y, z]: readonly [number, number, number]): [number, number, number] {
  const [a, b, c] = Math.abs(y) < 0.8731 ? [z, 0, -x] : [0, -z, y];
  const length = Math.hypot(a, b, c);
  return [a / length, b / length, c / length];
}

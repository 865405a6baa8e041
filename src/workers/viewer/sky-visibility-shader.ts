import { discOf } from './spread-on-disc.ts';

type Triple = readonly [number, number, number];

/**
 * Two vectors square to a unit vector and to each other, as {@link visibilityFragment} has them (Duff et al., "Building an Orthonormal
 * Basis, Revisited", 2017).
 */
export function basisOf([x, y, z]: Triple): readonly [Triple, Triple] {
  const sign = z >= 0 ? 1 : -1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  return [
    [1 + sign * x * x * a, sign * b, -sign * x],
    [b, sign + y * y * a, -y],
  ];
}

/** Directions spread evenly over the sphere, on a spiral. */
export function spreadDirections(count: number): readonly Triple[] {
  return Array.from({ length: count }, (_, i) => {
    const y = 1 - (2 * (i + 0.5)) / count;
    const [away, turn] = [Math.sqrt(1 - y * y), i * 2.39996323];
    return [away * Math.cos(turn), y, away * Math.sin(turn)] as const;
  });
}

/**
 * Of each cell of a layer of the grid, how much of the sky it sees: in alpha the share of all directions, in red, green and
 * blue the mean of the directions that are seen, doubled, about 0.5.
 *
 * @param count Of directions. @param tiles A side of the square of what is seen of the product from each. @param tilePx A side of one.
 */
export function visibilityFragment(count: number, tiles: number, tilePx: number): string {
  const list = spreadDirections(count).map((d) => `vec3( ${d.map((n) => n.toFixed(6)).join(', ')} )`);
  return /* glsl */ `
uniform highp sampler2D depths;
uniform vec3 least;
uniform vec3 cell;
uniform vec3 middle;
uniform float reach;
uniform float layer;
/** Tangent of half of what a direction stands for. */
const float SOFT = ${Math.sqrt(4 / count).toFixed(4)};
const vec2 RING[ 4 ] = vec2[ 4 ]( vec2( 1.0, 0.0 ), vec2( 0.0, 1.0 ), vec2( - 1.0, 0.0 ), vec2( 0.0, - 1.0 ) );
const vec2 DISC[ 7 ] = ${discOf(7)};

float depthAt( const in vec2 place, const in vec2 least, const in vec2 most ) {
  return textureLod( depths, clamp( place, least, most ), 0.0 ).r;
}

/** How much of what a direction stands for is seen: blurred as a lamp's shadow, by the way to what hides it. */
float seenAlong( const in vec2 middle, const in float depth, const in vec2 least, const in vec2 most ) {
  float hidden = 0.0;
  float away = 0.0;
  for ( int i = - 1; i < 4; i ++ ) {
    float there = depthAt( i < 0 ? middle : middle + ${(3 / (tiles * tilePx)).toFixed(6)} * RING[ i ], least, most );
    if ( there >= depth ) continue;
    hidden += 1.0;
    away += depth - there;
  }
  if ( hidden == 0.0 ) return 1.0;
  float radius = SOFT * away / hidden / ${tiles}.0;
  float seen = 0.0;
  for ( int i = 0; i < 7; i ++ ) seen += step( depth, depthAt( middle + radius * DISC[ i ], least, most ) );
  return seen / 7.0;
}

const vec3 DIRECTIONS[ ${count} ] = vec3[ ${count} ]( ${list.join(', ')} );

void main() {
  vec3 place = ( least + cell * vec3( gl_FragCoord.xy, layer + 0.5 ) - middle ) / reach;
  // A cell knows nothing of what is nearer than its own half.
  float near = 0.5 * min( cell.x, min( cell.y, cell.z ) ) / reach;
  float open = 0.0;
  vec3 towards = vec3( 0.0 );
  for ( int i = 0; i < ${count}; i ++ ) {
    vec3 d = DIRECTIONS[ i ];
    float s = d.z >= 0.0 ? 1.0 : - 1.0;
    float a = - 1.0 / ( s + d.z );
    float b = d.x * d.y * a;
    vec3 right = vec3( 1.0 + s * d.x * d.x * a, s * b, - s * d.x );
    vec3 up = vec3( b, s + d.y * d.y * a, - d.y );
    vec2 tile = vec2( float( i % ${tiles} ), float( i / ${tiles} ) );
    vec2 at = ( tile + 0.5 + 0.5 * vec2( dot( place, right ), dot( place, up ) ) ) / float( ${tiles} );
    vec2 edge = vec2( 0.5 / ${tiles * tilePx}.0 );
    float seen = seenAlong( at, 0.5 - 0.5 * ( dot( place, d ) + near ), tile / float( ${tiles} ) + edge, ( tile + 1.0 ) / float( ${tiles} ) - edge );
    open += seen;
    towards += seen * d;
  }
  gl_FragColor = vec4( 0.5 + 2.0 * towards / float( ${count} ), open / float( ${count} ) );
}`;
}

/** A layer of that again, where cells that see nothing, because they are inside of something, have what those around them see. */
export const FILL_FRAGMENT = /* glsl */ `
precision highp sampler3D;
uniform sampler3D cells;
uniform float layer;
void main() {
  ivec3 at = ivec3( ivec2( gl_FragCoord.xy ), int( layer ) );
  vec4 here = texelFetch( cells, at, 0 );
  vec4 sum = vec4( 0.0 );
  float weights = 0.0;
  ivec3 last = textureSize( cells, 0 ) - 1;
  for ( int i = 0; i < 27; i ++ ) {
    ivec3 step = ivec3( i % 3, ( i / 3 ) % 3, i / 9 ) - 1;
    vec4 there = texelFetch( cells, clamp( at + step, ivec3( 0 ), last ), 0 );
    float weight = smoothstep( 0.0, 0.06, there.a ) / float( 1 + abs( step.x ) + abs( step.y ) + abs( step.z ) );
    sum += weight * there;
    weights += weight;
  }
  float isKnown = smoothstep( 0.0, 0.06, here.a );
  gl_FragColor = weights > 0.0 ? mix( sum / weights, here, isKnown ) : here;
}`;

/** In place of three.js's light from a grid of probes: what of the sky a place sees, from the cell before its surface. */
export const VISIBILITY_PARS = /* glsl */ `
#if NUM_LIGHT_PROBE_GRIDS > 0

uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];

/** What is seen counts as a cap of the sphere: its axis, the cosine of its edge, and how much of it is open. */
struct SkyCap {
	vec3 axis;
	float edge;
	/** Of what is seen, its bands of spherical harmonics about the axis. */
	vec3 bands;
};

SkyCap skyCapAt( const in vec3 worldPos, const in vec3 worldNormal ) {

	vec3 range = probesMax[ 0 ] - probesMin[ 0 ];
	// So far that none of the eight cells that are mixed lies behind the surface.
	float away = abs( worldNormal.x ) + abs( worldNormal.y ) + abs( worldNormal.z );
	vec3 at = worldPos + away * worldNormal * range / probesResolution[ 0 ];
	vec4 seen = texture( probesSH[ 0 ], ( at - probesMin[ 0 ] ) / range );
	vec3 towards = 0.5 * ( seen.rgb - 0.5 );
	float size = length( towards );
	SkyCap cap;
	cap.axis = size > 1e-3 ? towards / size : worldNormal;
	// What is wider than a half is seldom a cap.
	cap.edge = clamp( 2.0 * size / max( 1e-3, seen.a ) - 1.0, 0.0, 0.97 );
	cap.bands = vec3( seen.a, 3.0 * size, seen.a * 2.5 * cap.edge * ( 1.0 + cap.edge ) );
	return cap;

}

/** Of light from all sides, the share that arrives on a surface. The normal is the world's. */
float skyShare( const in SkyCap cap, const in vec3 normal ) {

	float cosine = dot( cap.axis, normal );
	return saturate( dot( cap.bands, vec3( 1.0, cosine / 1.5, ( 1.5 * cosine * cosine - 0.5 ) / 4.0 ) ) );

}

/** What is seen of what a surface mirrors, in terms of what a level one sees of it. Directions are the view's. */
float skyMirrored( const in SkyCap cap, const in vec3 normal, const in vec3 viewDir, const in float roughness ) {

	vec3 mirrored = normalize( mix( reflect( - viewDir, normal ), normal, pow4( roughness ) ) );
	float cosine = dot( cap.axis, transformDirectionByInverseViewMatrix( mirrored, viewMatrix ) );
	vec2 kept = mix( vec2( 1.0 ), vec2( 1.0 / 1.5, 0.25 ), roughness );
	float open = dot( cap.bands, vec3( 1.0, kept.x * cosine, kept.y * ( 1.5 * cosine * cosine - 0.5 ) ) );
	return saturate( open / min( 1.0, 0.5 + 0.75 * kept.x * dot( normal, mirrored ) ) );

}

#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )

/** Of the sky's light what arrives: of the cap that is seen, the mean radiance, and all of the lamps. */
vec3 skyIrradiance( const in SkyCap cap, const in vec3 normal, const in vec3 lamps ) {

	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	float share = skyShare( cap, worldNormal );
	vec3 bent = normalize( mix( cap.axis, worldNormal, share ) );
	// Of the lobe whose half is as wide as the cap.
	float wide = lamps == vec3( 0.0 ) ? pow( ( 1.0 - cap.edge ) / ( 1.0 + cap.edge ), 0.25 ) : 1.0;
	vec3 mean = textureLod( envMap, envMapRotation * bent, wide >= 1.0 ? ENVMAP_MAX_LOD : roughnessToMip( wide ) ).rgb;
	return share * max( vec3( 0.0 ), PI * mean * envMapIntensity - lamps ) + lamps;

}

#endif

#endif
`;

/** What a file says of hollows in its surface: as in the tracer, half of it, and of diffuse light alone; the rest is found. */
export const OCCLUSION_MAP = /* glsl */ `
#ifdef USE_AOMAP

	float ambientOcclusion = 1.0 + 0.5 * aoMapIntensity * ( texture2D( aoMap, vAoMapUv ).r - 1.0 );
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	reflectedLight.directDiffuse *= ambientOcclusion;

#endif
`;

/** In place of adding the light of such a grid: what this place sees. */
export const VISIBILITY_BEGIN = /* glsl */ `
	#if NUM_LIGHT_PROBE_GRIDS > 0

		vec3 skyPosition = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		SkyCap skyCap = skyCapAt( skyPosition, transformNormalByInverseViewMatrix( nonPerturbedNormal, viewMatrix ) );

	#endif
`;

/**
 * Diffuse light: that of the seen part of the sky, and in place of the rest what the product throws back, as if it were of one colour.
 * `lampIrradiance` is the part of the sky's light whose shadows are known, `keptIrradiance` what of it does not arrive.
 */
export const VISIBLE_IRRADIANCE = /* glsl */ `
	#if NUM_LIGHT_PROBE_GRIDS > 0 && defined( STANDARD )

		vec3 skyShared = skyIrradiance( skyCap, geometryNormal, lampIrradiance );
		float skyOpen = skyShare( skyCap, transformNormalByInverseViewMatrix( geometryNormal, viewMatrix ) );
		vec3 skyThrown = vec3( 1.0 ) / ( 1.0 - 0.9 * material.diffuseColor * ( 1.0 - skyOpen ) );
		iblIrradiance += max( vec3( 0.0 ), skyShared * skyThrown - keptIrradiance );

	#else

		iblIrradiance += max( vec3( 0.0 ), getIBLIrradiance( geometryNormal ) - keptIrradiance );

	#endif
`;

/** What is mirrored: where the product hides the sky, the product, as bright as this place of it. */
export const VISIBLE_RADIANCE = /* glsl */ `
	#if NUM_LIGHT_PROBE_GRIDS > 0 && defined( STANDARD )

		vec3 skyBlocked = material.diffuseColor * iblIrradiance * RECIPROCAL_PI;
		iblRadiance = mix( skyBlocked, iblRadiance, skyMirrored( skyCap, geometryNormal, geometryViewDir, material.roughness ) );

	#endif
`;

/** The same of a clear coat. */
export const VISIBLE_COAT = /* glsl */ `
		vec3 coatRadiance = getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );

		#if NUM_LIGHT_PROBE_GRIDS > 0 && defined( STANDARD )

			coatRadiance = mix( skyBlocked, coatRadiance, skyMirrored( skyCap, geometryClearcoatNormal, geometryViewDir, material.clearcoatRoughness ) );

		#endif

		clearcoatRadiance += coatRadiance;
`;

import { discOf } from './spread-on-disc.ts';

/** What of the product stands before so many lights at most: each has a picture of depths of its own. */
export const BOXES_MAX = 3;

const COUNTS = { search: 12, disc: 24 };

export const PLAIN_VERTEX = /* glsl */ `
void main() { gl_Position = vec4( position.xy, 0.0, 1.0 ); }`;

const one = (i: number): string => /* glsl */ `
uniform sampler2D depths${i};
uniform mat4 toLight${i};
/** Tangents of half of what it sees across and up, and the nearest and farthest that it sees. */
uniform vec4 sees${i};
/** Half of the light, across and up. */
uniform vec2 half${i};
/** Of the light of the floor below the product. */
uniform vec3 share${i};
/** Where the light is, and by what its light on that place of the floor is to be multiplied to be 1. */
uniform vec4 hangs${i};`;

const boxes = Array.from({ length: BOXES_MAX }, (_, i) => i);

/**
 * What is left of the light of each place of the floor: red, green and blue. From a place, what stands before a light hides of it as much
 * as its shadow on the light covers; how far away that stands is looked for first (Fernando, "Percentage-Closer Soft Shadows", 2005).
 */
export const LEFT_FRAGMENT = /* glsl */ `
${boxes.map(one).join('\n')}
uniform vec3 least;
uniform vec2 extent;
uniform vec2 sizePx;

const vec2 SEARCH[ ${COUNTS.search} ] = ${discOf(COUNTS.search)};
const vec2 DISC[ ${COUNTS.disc} ] = ${discOf(COUNTS.disc)};

float wayTo( const in float depth, const in vec4 sees ) {
  return sees.z * sees.w / ( sees.w - depth * ( sees.w - sees.z ) );
}

float hiddenFrom( sampler2D depths, const in mat4 toLight, const in vec4 sees, const in vec2 size, const in vec3 place, const in mat2 turned ) {
  vec3 seen = ( toLight * vec4( place, 1.0 ) ).xyz;
  float way = - seen.z;
  if ( sees.w <= sees.z || way <= sees.z ) return 0.0;
  vec2 at = 0.5 + 0.5 * seen.xy / ( way * sees.xy );
  vec2 spread = 0.5 * size / sees.xy;
  vec2 reach = spread * ( way - sees.z ) / ( way * sees.z );
  if ( any( greaterThan( abs( at - 0.5 ), 0.5 + reach ) ) ) return 0.0;
  float sum = 0.0;
  float count = 0.0;
  for ( int i = 0; i < ${COUNTS.search}; i ++ ) {
    float depth = textureLod( depths, at + reach * ( turned * SEARCH[ i ] ), 0.0 ).r;
    float there = wayTo( depth, sees );
    if ( depth >= 1.0 || there >= way ) continue;
    sum += there;
    count += 1.0;
  }
  if ( count == 0.0 ) return 0.0;
  // No place of the light that is looked for below lies outside of what was.
  if ( count == ${COUNTS.search}.0 ) return 1.0;
  float between = sum / count;
  reach = spread * ( way - between ) / ( way * between );
  count = 0.0;
  for ( int i = 0; i < ${COUNTS.disc}; i ++ ) {
    float depth = textureLod( depths, at + reach * ( turned * DISC[ i ] ), 0.0 ).r;
    if ( depth < 1.0 && wayTo( depth, sees ) < way ) count += 1.0;
  }
  return count / ${COUNTS.disc}.0;
}

/** A light's light on a place of the floor, in terms of what is below the product; it faces the product. */
float arrivingAt( const in vec4 hangs, const in mat4 toLight, const in vec3 place ) {
  vec3 way = hangs.xyz - place;
  float away = length( way );
  float facing = - ( toLight * vec4( place, 1.0 ) ).z / away;
  return hangs.w * max( 0.0, way.y ) * max( 0.0, facing ) / ( away * away * away );
}

void main() {
  vec3 place = least + vec3( extent.x, 0.0, extent.y ) * vec3( gl_FragCoord.x / sizePx.x, 0.0, gl_FragCoord.y / sizePx.y );
  float spin = fract( 52.9829189 * fract( dot( gl_FragCoord.xy, vec2( 0.06711056, 0.00583715 ) ) ) ) * 6.2831853;
  mat2 turned = mat2( cos( spin ), sin( spin ), - sin( spin ), cos( spin ) );
  vec3 whole = vec3( 1.0 );
  vec3 kept = vec3( 0.0 );
  vec3 here;
${boxes
  .map(
    (i) => `  here = share${i} * arrivingAt( hangs${i}, toLight${i}, place );
  whole += here - share${i};
  kept += here * hiddenFrom( depths${i}, toLight${i}, sees${i}, half${i}, place, turned );`,
  )
  .join('\n')}
  gl_FragColor = vec4( max( vec3( 0.0 ), 1.0 - kept / max( vec3( 1e-3 ), whole ) ), 1.0 );
}`;

/** Takes the grain of {@link LEFT_FRAGMENT} out, along one axis. */
export const SMOOTH_FRAGMENT = /* glsl */ `
uniform sampler2D source;
uniform vec2 along;
uniform vec2 sizePx;
void main() {
  vec3 sum = vec3( 0.0 );
  float weights = 0.0;
  for ( int i = - 4; i <= 4; i ++ ) {
    float weight = exp( - 0.125 * float( i * i ) );
    sum += weight * textureLod( source, ( gl_FragCoord.xy + along * float( i ) ) / sizePx, 0.0 ).rgb;
    weights += weight;
  }
  gl_FragColor = vec4( sum / weights, 1.0 );
}`;

export const FLOOR_VERTEX = /* glsl */ `
varying vec2 vUv;
void main() {
  // Its rows lead to the camera: v of the plane runs the other way.
  vUv = vec2( uv.x, 1.0 - uv.y );
  gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`;

/** What lies behind it is encoded, but behind glass: what multiplies it is as that is. See `drawnShadow` of the tracer for the depth. */
export const FLOOR_FRAGMENT = /* glsl */ `
uniform sampler2D left;
uniform float depth;
uniform float intensity;
varying vec2 vUv;
void main() {
  vec2 edge = smoothstep( 0.0, 0.04, vUv ) * smoothstep( 0.0, 0.04, 1.0 - vUv );
  vec3 light = mix( vec3( 1.0 ), texture2D( left, vUv ).rgb, edge.x * edge.y );
  vec3 drawn = light * ( 1.0 - depth * ( 1.0 - light ) );
  // Half a step of noise hides the rings of a faint shadow.
  float noise = fract( sin( dot( gl_FragCoord.xy, vec2( 12.9898, 78.233 ) ) ) * 43758.5453 ) - 0.5;
  vec3 shown = 1.0 - ( 1.0 - drawn ) * intensity;
  gl_FragColor = linearToOutputTexel( vec4( shown + noise * 0.012 * smoothstep( 0.0, 0.05, 1.0 - shown ), 1.0 ) );
}`;

/** Fills the screen, and says of each place where it lies in the frame and in which direction the camera sees it. */
export const BACKDROP_VERTEX = /* glsl */ `
uniform vec2 frame;
/** From the camera's axis to the edges of what is drawn, at distance 1. */
uniform vec2 reach;
uniform vec2 shift;
/** Of the camera, to the stage frame. */
uniform mat3 eye;
varying vec2 vPlace;
varying vec3 vDirection;
void main() {
  vPlace = position.xy / frame * 0.5 + 0.5;
  vDirection = eye * vec3(position.xy * reach + shift, -1.0);
  gl_Position = vec4(position.xy, 1.0, 1.0);
}`;

/** A colour is lit like a studio sweep: brighter behind the product, falling off to the corners and down to the floor. */
export const BACKDROP_FRAGMENT = /* glsl */ `
uniform vec3 colour;
/** Colours and places of a gradient's stops. */
uniform vec4 stops[STOPS_MAX];
/** 0: no gradient. */
uniform int stopCount;
uniform bool isRadial;
/** Radians, as in CSS. */
uniform float angle;
uniform sampler2D picture;
uniform bool hasPicture;
uniform vec2 cover;
/** Of the picture, which may be a part of what is drawn. */
uniform float aspect;
/** Surroundings once around, linear: the middle looks along -Z. */
uniform sampler2D surroundings;
uniform bool hasSurroundings;
/** By which they are turned to the right, in turns. */
uniform float turn;
uniform float level;
/** From the product to the sun; the sine of half its width, negative for none, and how soft its rim is, in radii. */
uniform vec3 sun;
uniform vec2 disc;
uniform vec3 sunLight;
/** 0 tells it from the product, for what comes after. */
uniform float alpha;
varying vec2 vPlace;
varying vec3 vDirection;

// As tracer/environment/build-view-plate.ts sees them.
vec3 surround() {
  vec3 d = normalize(vDirection);
  vec2 place = vec2(atan(d.x, -d.z) / 6.283185307 + 0.5 - turn, acos(clamp(d.y, -1.0, 1.0)) / 3.141592654);
  vec3 light = textureLod(surroundings, place, 0.0).rgb;
  float cosine = dot(d, sun);
  if (disc.x > 0.0 && cosine > 0.5 && d.y > 0.0) {
    float off = length(cross(d, sun)) / disc.x;
    light += sunLight * smoothstep(0.0, 1.0, (1.06 - off) / disc.y);
  }
  return light * level;
}

// Half a step of noise hides the bands of a dark gradient.
float grain() {
  return (fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5) / 255.0;
}

// The formula of contract/scene/gradient.ts.
vec3 gradient() {
  vec2 away = vec2((vPlace.x - 0.5) * aspect, 0.5 - vPlace.y);
  vec2 axis = vec2(sin(angle), -cos(angle));
  float along = isRadial
    ? length(away) / (length(vec2(aspect, 1.0)) / 2.0)
    : 0.5 + dot(away, axis) / (abs(axis.x * aspect) + abs(axis.y));
  vec3 shown = stops[0].rgb;
  for (int index = 1; index < STOPS_MAX; index++) {
    float from = stops[index - 1].a;
    if (index >= stopCount || along <= from) break;
    float span = stops[index].a - from;
    float share = span > 0.0 ? min(1.0, (along - from) / span) : 1.0;
    shown = mix(stops[index - 1].rgb, stops[index].rgb, share);
  }
  return shown;
}

void main() {
  if (hasSurroundings) {
    vec3 light = surround();
#ifdef TONE_MAPPING
    // Seen directly they are exposed and mapped as the product is; seen through it, the product's mapping comes later.
    light = toneMapping(light);
#endif
    gl_FragColor = linearToOutputTexel(vec4(light, alpha));
    return;
  }
  vec3 shown;
  if (hasPicture) {
    vec2 place = (vPlace - 0.5) * cover + 0.5;
    shown = texture2D(picture, vec2(place.x, 1.0 - place.y)).rgb;
  } else if (stopCount > 0) {
    shown = gradient() + grain();
  } else {
    vec2 away = (vPlace - vec2(0.5, 0.62)) * vec2(min(aspect, 1.4), 1.0) / vec2(0.66, 0.6);
    float glow = exp(-1.9 * dot(away, away));
    vec3 lifted = colour + (1.0 - colour) * 0.22 * glow;
    // The formula of tracer/post/build-plate.ts: pure white stays so.
    float whiteness = smoothstep(0.9, 1.0, min(colour.r, min(colour.g, colour.b)));
    shown = mix(lifted * mix(0.9, 1.0, whiteness), lifted, glow) + grain() * (1.0 - whiteness);
  }
  gl_FragColor = vec4(sRGBTransferEOTF(vec4(clamp(shown, 0.0, 1.0), 1.0)).rgb, alpha);
  #include <colorspace_fragment>
}`;

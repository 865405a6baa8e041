import { type Texture, Vector2, Vector3, type WebGLRenderer, WebGLRenderTarget } from 'three';
import { decodeSrgb } from '../../tracer/parse-colour.ts';
import {
  gainOf,
  LIGHTNESS_SHARE,
  measureOklab,
  type OklabStatistics,
  PRODUCT_SHARE,
  type StyleGrade,
} from '../../tracer/post/grade-style.ts';
import type { Frame } from './backdrop.ts';
import { openDisplayTarget } from './display-target.ts';
import { drawInto } from './draft-frame.ts';
import { openPass } from './full-screen-pass.ts';

/** Side of what is looked at of the stage: so many pixels of it each way. */
const SEEN_PX = 96;
/** As smooth as the canvas; what has more pixels is looked at in small, and would take twice a tablet's memory. */
const SAMPLES = 4;
const SMOOTH_PIXELS = 2048 * 2048;

/** Single pixels of the frame, not means of many: the spread of colours counts. */
const SEE = /* glsl */ `
uniform sampler2D drawn;
uniform vec2 share;
void main() {
  vec2 place = (gl_FragCoord.xy / ${SEEN_PX}.0 - 0.5) * share + 0.5;
  vec2 size = vec2(textureSize(drawn, 0));
  gl_FragColor = vec4(texelFetch(drawn, ivec2(place * size), 0).rgb, 1.0);
}`;

// The formula of tracer/post/grade-style.ts, in Oklab (Ottosson 2020).
const GRADE = /* glsl */ `
uniform sampler2D drawn;
uniform vec2 pixel;
uniform vec3 own;
uniform vec3 target;
uniform vec3 gain;
uniform float strength;

const mat3 TO_CONES = mat3(
  0.4122214708, 0.2119034982, 0.0883024619,
  0.5363325363, 0.6806995451, 0.2817188376,
  0.0514459929, 0.1073969566, 0.6299787005);
const mat3 TO_LAB = mat3(
  0.2104542553, 1.9779984951, 0.0259040371,
  0.793617785, -2.428592205, 0.7827717662,
  -0.0040720468, 0.4505937099, -0.808675766);
const mat3 FROM_LAB = mat3(
  1.0, 1.0, 1.0,
  0.3963377774, -0.1055613458, -0.0894841775,
  0.2158037573, -0.0638541728, -1.291485548);
const mat3 FROM_CONES = mat3(
  4.0767416621, -1.2684380046, -0.0041960863,
  -3.3077115913, 2.6097574011, -0.7034186147,
  0.2309699292, -0.3413193965, 1.707614701);

void main() {
  vec4 seen = texture2D(drawn, gl_FragCoord.xy * pixel);
  vec3 linear = sRGBTransferEOTF(vec4(seen.rgb, 1.0)).rgb;
  vec3 lab = TO_LAB * pow(max(TO_CONES * linear, vec3(0.0)), vec3(1.0 / 3.0));
  vec3 moved = target + (lab - own) * gain;
  float share = strength * (1.0 - seen.a * ${1 - PRODUCT_SHARE});
  lab += (moved - lab) * share * vec3(${LIGHTNESS_SHARE}, 1.0, 1.0);
  vec3 cones = FROM_LAB * lab;
  vec3 shown = clamp(FROM_CONES * (cones * cones * cones), 0.0, 1.0);
  gl_FragColor = vec4(sRGBTransferOETF(vec4(shown, 1.0)).rgb, 1.0);
}`;

/**
 * The stage in the colours of a style, as Studio finishes its picture: drawn as without one, with the product in its alpha,
 * and then moved towards the style by what the whole of it looks like.
 */
export class StageGrade {
  readonly #drawn = Object.assign(openDisplayTarget(), { samples: SAMPLES });
  readonly #seen = new WebGLRenderTarget(SEEN_PX, SEEN_PX, { depthBuffer: false });
  readonly #see = openPass(SEE, {
    drawn: { value: null as Texture | null },
    share: { value: new Vector2(1, 1) },
  });
  readonly #grade = openPass(GRADE, {
    drawn: { value: null as Texture | null },
    pixel: { value: new Vector2() },
    own: { value: new Vector3() },
    target: { value: new Vector3() },
    gain: { value: new Vector3() },
    strength: { value: 0 },
  });
  /** Of what was looked at last. */
  #own: OklabStatistics | null = null;

  /**
   * Does `draw` with the renderer, and puts it in the style's colours where the renderer drew before.
   *
   * @param resolution Share of the pixels of a side that it is drawn with; below 1 its edges are not smoothed.
   * @param frame Share of it, in its middle, that the picture is.
   * @param isMoving More frames follow at once: it is not looked at anew, which would wait for the card.
   */
  draw(
    renderer: WebGLRenderer,
    style: StyleGrade,
    resolution: number,
    frame: Frame,
    isMoving: boolean,
    draw: () => void,
  ): void {
    const canvas = renderer.getRenderTarget();
    const size = canvas ?? renderer.getDrawingBufferSize(new Vector2());
    const { width, height } = size;
    const samples = resolution < 1 || width * height > SMOOTH_PIXELS ? 0 : SAMPLES;
    if (this.#drawn.samples !== samples) {
      this.#drawn.dispose();
      this.#drawn.samples = samples;
    }
    this.#drawn.setSize(Math.ceil(width * resolution), Math.ceil(height * resolution));
    drawInto(renderer, this.#drawn, draw);
    if (!isMoving || this.#own === null) this.#own = this.#look(renderer, frame);
    const { pass, uniforms } = this.#grade;
    uniforms.drawn.value = this.#drawn.texture;
    uniforms.pixel.value.set(1 / width, 1 / height);
    uniforms.own.value.fromArray(this.#own.mean);
    uniforms.target.value.fromArray(style.target.mean);
    uniforms.gain.value.fromArray(gainOf(this.#own, style.target));
    uniforms.strength.value = style.strength;
    renderer.setRenderTarget(canvas);
    pass.draw(renderer);
  }

  /** Frees what it holds on the card; the next frame takes it again. */
  release(): void {
    this.#drawn.dispose();
    this.#own = null;
  }

  dispose(): void {
    this.release();
    this.#seen.dispose();
    this.#see.pass.dispose();
    this.#grade.pass.dispose();
  }

  #look(renderer: WebGLRenderer, frame: Frame): OklabStatistics {
    const { pass, uniforms } = this.#see;
    uniforms.drawn.value = this.#drawn.texture;
    uniforms.share.value.set(Math.min(1, frame.x), Math.min(1, frame.y));
    drawInto(renderer, this.#seen, () => pass.draw(renderer));
    const bytes = new Uint8Array(SEEN_PX * SEEN_PX * 4);
    renderer.readRenderTargetPixels(this.#seen, 0, 0, SEEN_PX, SEEN_PX, bytes);
    return measureOklab(
      Float32Array.from({ length: SEEN_PX * SEEN_PX * 3 }, (_, at) => {
        return decodeSrgb((bytes[Math.floor(at / 3) * 4 + (at % 3)] ?? 0) / 255);
      }),
    );
  }
}

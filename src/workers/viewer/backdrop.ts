import {
  type BufferGeometry,
  Color,
  LinearFilter,
  Matrix3,
  type Mesh,
  NoColorSpace,
  type PerspectiveCamera,
  ShaderMaterial,
  Texture,
  Vector2,
  Vector3,
  Vector4,
} from 'three';
import { GRADIENT_STOPS, STAGE_BACKGROUND } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { Gradient } from '../../contract/scene/gradient.ts';
import type { StageBackground } from '../../contract/stage.ts';
import { discOf } from '../../tracer/environment/build-view-plate.ts';
import { directionOfSun } from '../../tracer/environment/hang-sun.ts';
import { parseColour } from '../../tracer/parse-colour.ts';
import type { LinearPicture } from '../../tracer/picture.ts';
import { buildSweep, isSoft } from '../../tracer/post/build-plate.ts';
import { BACKDROP_FRAGMENT, BACKDROP_VERTEX } from './backdrop-shader.ts';
import { openFullScreenMesh } from './full-screen-pass.ts';
import { openOpaque } from './open-opaque.ts';
import { sampleGradient, sampleSoftly } from './sample-picture.ts';
import { openSoftTexture } from './soft-texture.ts';
import { openSeenTexture, type StageSurroundings } from './stage-environment.ts';

/** Part of a drawing around its middle, across and upwards, 0 to 1. */
export type Frame = { readonly x: number; readonly y: number };

/** A picture behind the product. */
interface ShownPicture {
  readonly bitmap: ImageBitmap;
  readonly texture: Texture;
  readonly fidelity: number;
}

/** Side of a sample. */
const SAMPLE_PX = 48;

/**
 * What stands behind the product: a lit colour, a gradient, or a picture that covers the stage, none of which is tone
 * mapped; or surroundings, which are.
 */
export class Backdrop {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #uniforms = {
    colour: { value: new Color() },
    stops: { value: Array.from({ length: GRADIENT_STOPS.max }, () => new Vector4()) },
    stopCount: { value: 0 },
    isRadial: { value: false },
    angle: { value: 0 },
    picture: { value: null as Texture | null },
    hasPicture: { value: false },
    cover: { value: new Vector2(1, 1) },
    aspect: { value: 1 },
    frame: { value: new Vector2(1, 1) },
    reach: { value: new Vector2(1, 1) },
    shift: { value: new Vector2(0, 0) },
    eye: { value: new Matrix3() },
    surroundings: { value: null as Texture | null },
    hasSurroundings: { value: false },
    turn: { value: 0 },
    level: { value: 1 },
    alpha: { value: 1 },
    sun: { value: new Vector3(0, 1, 0) },
    disc: { value: new Vector2(-1, 1) },
    sunLight: { value: new Vector3() },
  };

  /** What is drawn: a colour as `#rrggbb`, a gradient, or a picture. */
  #shown: string | Gradient | ShownPicture = STAGE_BACKGROUND;
  /** A picture that is blurred, for one ratio of width by height. */
  #soft: { readonly aspect: number; readonly texture: Texture } | null = null;
  /** Whose texture is there. */
  #surrounded: { readonly seen: StageSurroundings['seen']; readonly blur: number } | null = null;
  /** The background that was asked for last; a picture that was decoded for an earlier one is dropped. */
  #told: StageBackground | null = null;

  constructor() {
    const material = new ShaderMaterial({
      vertexShader: BACKDROP_VERTEX,
      fragmentShader: BACKDROP_FRAGMENT,
      uniforms: this.#uniforms,
      defines: { STOPS_MAX: GRADIENT_STOPS.max },
      depthTest: false,
      depthWrite: false,
      fog: false,
    });
    this.mesh = openFullScreenMesh(material);
    this.mesh.renderOrder = -1_000;
    this.#setColour(STAGE_BACKGROUND);
  }

  /** @throws AppError `image-unreadable`; the backdrop is the default colour then (S2 4). */
  async update(background: StageBackground): Promise<void> {
    this.#told = background;
    if (background.kind === 'colour') {
      this.#setColour(background.colour);
      return;
    }
    if (background.kind === 'gradient') {
      this.#setGradient(background.gradient);
      return;
    }
    let bitmap: ImageBitmap;
    try {
      bitmap = await openOpaque(background.image);
    } catch (cause) {
      if (this.#told !== background) return;
      this.#setColour(STAGE_BACKGROUND);
      throw new AppError({ code: 'image-unreadable', name: 'background' }, { cause });
    }
    if (this.#told !== background) {
      bitmap.close();
      return;
    }
    this.#release();
    const texture = new Texture(bitmap);
    texture.colorSpace = NoColorSpace;
    texture.flipY = false;
    texture.minFilter = LinearFilter;
    texture.generateMipmaps = false;
    texture.needsUpdate = true;
    this.#uniforms.hasPicture.value = true;
    this.#shown = { bitmap, texture, fidelity: background.fidelity };
  }

  /**
   * What it looks like, coarsely: as much as light needs to know of it.
   *
   * @param aspect Width by height of the picture.
   */
  sample(aspect: number): LinearPicture {
    const heightPx = SAMPLE_PX;
    const widthPx = Math.max(1, Math.round(SAMPLE_PX * aspect));
    if (typeof this.#shown === 'string') return buildSweep(widthPx, heightPx, parseColour(this.#shown));
    return 'stops' in this.#shown
      ? sampleGradient(this.#shown, widthPx, heightPx)
      : sampleSoftly(this.#shown.bitmap, widthPx, heightPx, this.#shown.fidelity);
  }

  /** @param isMarked Writes alpha 0, which tells it from the product. */
  mark(isMarked: boolean): void {
    this.#uniforms.alpha.value = isMarked ? 0 : 1;
  }

  /**
   * Fits what is shown to the shape of a picture. Call before each draw whose shape may differ. Around the frame a
   * picture goes on as far as it reaches, and then with its edge.
   *
   * @param aspect Width by height. @param frame Share of what is drawn that the picture is, from its middle.
   */
  setFrame(aspect: number, frame: Frame): void {
    this.#uniforms.aspect.value = aspect;
    this.#uniforms.frame.value.set(frame.x, frame.y);
    if (typeof this.#shown === 'string' || 'stops' in this.#shown) return;
    const { bitmap, texture, fidelity } = this.#shown;
    if (isSoft(fidelity)) {
      if (this.#soft?.aspect !== aspect) {
        this.#soft?.texture.dispose();
        this.#soft = { aspect, texture: openSoftTexture(bitmap, aspect, fidelity) };
      }
      this.#uniforms.picture.value = this.#soft.texture;
      this.#uniforms.cover.value.set(1, 1);
      return;
    }
    const ratio = bitmap.width / bitmap.height / aspect;
    this.#uniforms.picture.value = texture;
    this.#uniforms.cover.value.set(Math.min(1, 1 / ratio), Math.min(1, ratio));
  }

  /** Shows surroundings in place of the background where they are to be seen; null: the background alone. */
  surround(told: StageSurroundings | null, level: number): void {
    const uniforms = this.#uniforms;
    const isSeen = told?.placing.isSeen === true;
    uniforms.hasSurroundings.value = isSeen;
    const { seen, blur } = this.#surrounded ?? {};
    if (!isSeen || told.seen !== seen || told.placing.blur !== blur) {
      uniforms.surroundings.value?.dispose();
      uniforms.surroundings.value = isSeen ? openSeenTexture(told.seen, told.placing.blur) : null;
    }
    this.#surrounded = isSeen ? { seen: told.seen, blur: told.placing.blur } : null;
    if (!isSeen) return;
    const { sun } = told.seen;
    const { rotationDegrees } = told.placing;
    uniforms.turn.value = rotationDegrees / 360;
    this.dim(level);
    const disc = sun && discOf(sun, told.placing.blur);
    uniforms.disc.value.set(disc?.sine ?? -1, disc?.rim ?? 1);
    if (sun === null || disc === null) return;
    uniforms.sun.value.set(...directionOfSun(sun, rotationDegrees));
    uniforms.sunLight.value.fromArray(sun.irradiance.map((value) => value * disc.bright));
  }

  /** @param level Multiplies the light of surroundings. */
  dim(level: number): void {
    this.#uniforms.level.value = level;
  }

  /** Surroundings are seen in the direction in which a camera looks. Call before each draw. */
  look(camera: PerspectiveCamera): void {
    // Of a lens that is shifted the projection has the shift, too.
    const [width = 1, , , , , height = 1, , , aside = 0, aloft = 0] = camera.projectionMatrix.elements;
    this.#uniforms.reach.value.set(1 / width, 1 / height);
    this.#uniforms.shift.value.set(aside / width, aloft / height);
    this.#uniforms.eye.value.setFromMatrix4(camera.matrixWorld);
  }

  dispose(): void {
    this.#release();
    this.#uniforms.surroundings.value?.dispose();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  #setColour(colour: string): void {
    this.#release();
    this.#shown = colour;
    // The shader works on display values, so the bytes go in as they are.
    this.#uniforms.colour.value.setStyle(colour, '');
    this.#uniforms.stopCount.value = 0;
  }

  #setGradient(gradient: Gradient): void {
    const { kind, angleDegrees, stops } = gradient;
    this.#release();
    this.#shown = gradient;
    const uniforms = this.#uniforms;
    const colour = new Color();
    for (const [index, stop] of stops.entries()) {
      const { r, g, b } = colour.setStyle(stop.colour, '');
      uniforms.stops.value[index]?.set(r, g, b, stop.at);
    }
    uniforms.stopCount.value = stops.length;
    uniforms.isRadial.value = kind === 'radial';
    uniforms.angle.value = (angleDegrees * Math.PI) / 180;
  }

  #release(): void {
    if (typeof this.#shown !== 'string' && 'bitmap' in this.#shown) {
      this.#shown.bitmap.close();
      this.#shown.texture.dispose();
    }
    this.#soft?.texture.dispose();
    this.#soft = null;
    this.#uniforms.picture.value = null;
    this.#uniforms.hasPicture.value = false;
  }
}

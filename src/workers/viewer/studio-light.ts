import type { Scene, Vector3, WebGLCubeRenderTarget, WebGLRenderer } from 'three';
import { AppError } from '../../contract/failure.ts';
import { FLOOR_BEFORE } from '../../contract/scene/floor-defaults.ts';
import type { StageStyle } from '../../contract/stage.ts';
import { directionOfSun } from '../../tracer/environment/hang-sun.ts';
import { environmentLevel } from '../../tracer/environment/light-by-environment.ts';
import type { RigPlace } from '../../tracer/light/hang-lights.ts';
import { type LinearPicture, luminance } from '../../tracer/picture.ts';
import { measureOklab, STYLE_PX, type StyleGrade, styleTint } from '../../tracer/post/grade-style.ts';
import type { PunctualLight } from '../../tracer/scene.ts';
import { blurSky } from './blur-sky.ts';
import { drawReflections, openReflections } from './draw-reflections.ts';
import { LAMPS_MAX } from './find-lamps.ts';
import { GoboLights } from './gobo-lights.ts';
import type { HungBoxes } from './hang-softboxes.ts';
import { openOpaque } from './open-opaque.ts';
import { sampleBitmap } from './sample-picture.ts';
import { sortSoftboxes } from './softboxes.ts';
import { StageCyclorama } from './stage-cyclorama.ts';
import { drawStageSky, type SkyOfStage } from './stage-sky.ts';
import type { StageSun } from './sun-shadow.ts';

/** Depth of the floor below a product that is as high as it is wide, in its radii: while there is none. */
const CUBE_DEPTH = 0.58;
/** Two degrees: a fraction of any light's width. */
const HEADING_STEP = Math.PI / 90;

/** The light on the product: the sky by which Studio lights the picture, see {@link drawStageSky}. */
export class StudioLight {
  readonly #scene: Scene;
  #sky: SkyOfStage;
  #style: { readonly image: Blob; readonly rgb: Float32Array } | null = null;
  /** The style that was asked for last: one whose picture takes longer to read is dropped. */
  #told: StageStyle | null = null;
  #grade: StyleGrade | null = null;
  #reflections: WebGLCubeRenderTarget | null = null;
  readonly #gobos = new GoboLights();
  readonly #cyclorama = new StageCyclorama();
  /** Irradiance over pi, of the sky that was built last. */
  #floorLight: readonly [number, number, number] = [0, 0, 0];
  #softboxes: ReturnType<typeof sortSoftboxes> = { boxes: [], lamps: [] };
  #isStale = true;

  constructor(scene: Scene, backdrop: LinearPicture) {
    this.#scene = scene;
    scene.add(this.#gobos.group, this.#cyclorama.mesh);
    this.#sky = {
      backdrop,
      light: { lighting: 'studio', creativity: 0, seed: 0, rig: null },
      tint: [1, 1, 1],
      floor: FLOOR_BEFORE,
      floorDepth: CUBE_DEPTH,
      addedLight: [0, 0, 0],
      environment: null,
      headingDegrees: 0,
    };
  }

  /** @returns Whether it is another light now, which the next {@link StudioLight.build} shows. */
  update(changed: Partial<SkyOfStage>): boolean {
    const next: { -readonly [Key in keyof SkyOfStage]: SkyOfStage[Key] } = { ...this.#sky, ...changed };
    if (!isMixed(next)) next.headingDegrees = 0;
    if (isSameSky(this.#sky, next)) return false;
    this.#sky = next;
    this.#isStale = true;
    return true;
  }

  /**
   * @returns Whether it is another light now.
   * @throws AppError `image-unreadable`; there is no tint then.
   */
  async setStyle(style: StageStyle | null): Promise<boolean> {
    this.#told = style;
    try {
      if (style !== null && style.image !== this.#style?.image) {
        const rgb = await readColours(style.image);
        if (this.#told !== style) return false;
        this.#style = { image: style.image, rgb };
      }
    } catch (cause) {
      if (this.#told !== style) return false;
      this.#grade = null;
      this.update({ tint: [1, 1, 1] });
      throw new AppError({ code: 'image-unreadable', name: 'style' }, { cause });
    }
    const rgb = style === null ? null : (this.#style?.rgb ?? null);
    const before = JSON.stringify(this.#grade);
    this.#grade = style && rgb && { target: measureOklab(rgb), strength: style.strength };
    const isOther = this.update({ tint: style && rgb ? styleTint(rgb, style.strength) : [1, 1, 1] });
    return isOther || before !== JSON.stringify(this.#grade);
  }

  /** What the style makes of the finished picture; null for nothing. */
  get grade(): StyleGrade | null {
    return this.#grade;
  }

  /**
   * The lights stand in relation to the camera, whose compass direction alone counts.
   *
   * @param front From the product to the camera.
   */
  face(front: Vector3): void {
    if (Math.hypot(front.x, front.z) <= 1e-4) return;
    const heading = Math.atan2(front.x, front.z);
    if (this.#sky.environment === null) this.#scene.environmentRotation.y = heading;
    else if (!isMixed(this.#sky)) this.#scene.environmentRotation.y = 0;
    else {
      // Surroundings stand still, lights and a cyclorama go round with the camera: the sky of both is drawn anew on the way.
      const headingDegrees = Math.round(-heading / HEADING_STEP) * ((HEADING_STEP * 180) / Math.PI);
      this.update({ headingDegrees });
      this.#scene.environmentRotation.y = (-headingDegrees * Math.PI) / 180;
    }
  }

  /** How much of their own light surroundings give, see {@link environmentLevel}. */
  get level(): number {
    return environmentLevel(this.#sky.light.rig);
  }

  /**
   * What throws shadows with edges: the sun of the sky that was built last, or the lamps of its surroundings, none of them behind the
   * wall of a cyclorama, and small lights of the rig; the strongest first.
   */
  get suns(): readonly StageSun[] {
    const turn = this.#scene.environmentRotation.y;
    const small = this.#softboxes.lamps.map(({ direction: [x, y, z], irradiance, degrees }) => {
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      return this.#sunOf([x * c + z * s, y, z * c - x * s], irradiance, degrees);
    });
    const strength = ({ irradiance }: StageSun) => luminance(...irradiance);
    const all = [...this.#sunsOfSurroundings(turn), ...small];
    return all.sort((a, b) => strength(b) - strength(a)).slice(0, LAMPS_MAX);
  }

  /** The larger lights of the rig that throw shadows, the strongest first, and how far it is turned. */
  get softboxes(): Pick<HungBoxes, 'boxes' | 'turn'> {
    return { boxes: this.#softboxes.boxes, turn: this.#scene.environmentRotation.y };
  }

  #sunsOfSurroundings(turn: number): readonly StageSun[] {
    const { environment, floor } = this.#sky;
    if (environment === null) return [];
    return environment.lamps.flatMap(({ azimuthDegrees, degrees, irradiance: [r, g, b], ...lamp }) => {
      const direction = directionOfSun(lamp, environment.rotationDegrees + azimuthDegrees);
      const isBehind = direction[0] * Math.sin(turn) + direction[2] * Math.cos(turn) < 0;
      if (floor.cyclorama !== undefined && isBehind) return [];
      return [this.#sunOf(direction, [r * this.level, g * this.level, b * this.level], degrees)];
    });
  }

  /** A directional light of the file as a sun; the sky that was built last has what it gives the floor. */
  sunOfFile({ direction: [x, y, z], irradiance }: PunctualLight): StageSun {
    return this.#sunOf([-x, -y, -z], irradiance, 0);
  }

  #sunOf(direction: StageSun['direction'], irradiance: StageSun['irradiance'], degrees: number): StageSun {
    const share = (k: 0 | 1 | 2) =>
      Math.min(1, (irradiance[k] * Math.max(0, direction[1])) / (Math.PI * this.#floorLight[k]) || 0);
    return { direction, irradiance, floorShare: [share(0), share(1), share(2)], degrees };
  }

  /** What lay on the card went with its context. */
  forget(): void {
    this.#isStale = true;
  }

  /**
   * Brings to the card what has changed since the last call. Before each drawing.
   *
   * @param place Of the product; null where nothing stands in it: it is dark then, and there for the shaders that are compiled
   *   meanwhile. A project tells style, backdrop and model one after the other, and each would be a light of its own.
   * @param floorY Of the floor below it.
   */
  build(renderer: WebGLRenderer, place: RigPlace | null, floorY: number): void {
    if (place === null) this.#cyclorama.hide();
    else {
      const turn = this.#scene.environmentRotation.y;
      this.#gobos.place(place, turn);
      this.#cyclorama.place(place, floorY, turn);
    }
    if (!this.#isStale) return;
    this.#reflections ??= openReflections(renderer);
    this.#scene.environment = this.#reflections.texture;
    if (place === null) return;
    this.#isStale = false;
    const { picture, lights, floorLight, cyclorama } = drawStageSky(this.#sky);
    this.#floorLight = floorLight;
    this.#softboxes = sortSoftboxes(lights, floorLight, this.#sky.floorDepth);
    this.#cyclorama.light(cyclorama);
    this.#gobos.hang(lights);
    drawReflections(renderer, this.#reflections, blurSky(picture));
    picture.dispose();
  }

  dispose(): void {
    this.#reflections?.dispose();
    this.#gobos.dispose();
    this.#cyclorama.dispose();
  }
}

/** Whether something of it stands still and something goes round with the camera. */
function isMixed({ environment, light, floor }: SkyOfStage): boolean {
  return environment !== null && (light.rig !== null || floor.cyclorama !== undefined);
}

function isSameSky(one: SkyOfStage, other: SkyOfStage): boolean {
  const { rgb, widthPx } = one.backdrop;
  return (
    one.light.lighting === other.light.lighting &&
    one.light.creativity === other.light.creativity &&
    one.light.seed === other.light.seed &&
    JSON.stringify(one.light.rig) === JSON.stringify(other.light.rig) &&
    one.floor.colour === other.floor.colour &&
    one.floor.isShadowOnly === other.floor.isShadowOnly &&
    JSON.stringify(one.floor.cyclorama) === JSON.stringify(other.floor.cyclorama) &&
    one.floorDepth === other.floorDepth &&
    one.addedLight.every((value, k) => value === other.addedLight[k]) &&
    one.environment === other.environment &&
    one.headingDegrees === other.headingDegrees &&
    one.tint.every((value, k) => value === other.tint[k]) &&
    widthPx === other.backdrop.widthPx &&
    rgb.every((value, at) => value === other.backdrop.rgb[at])
  );
}

/** Linear rgb of a few pixels. */
async function readColours(image: Blob): Promise<Float32Array> {
  const bitmap = await openOpaque(image);
  try {
    return sampleBitmap(bitmap, STYLE_PX, STYLE_PX).rgb;
  } finally {
    bitmap.close();
  }
}

import {
  type Box3,
  type Group,
  type PerspectiveCamera,
  type Scene,
  Vector3,
  type WebGLRenderer,
} from 'three';
import type { FileLights } from '../../contract/scene/file-lights.ts';
import type { FloorSettings } from '../../contract/scene/floor.ts';
import type { StageBackground, StageEnvironment, StageLight } from '../../contract/stage.ts';
import { type RigPlace, rigPlace } from '../../tracer/light/hang-lights.ts';
import { luminance } from '../../tracer/picture.ts';
import { Backdrop } from './backdrop.ts';
import { PICTURE_LAYER } from './capture-layers.ts';
import { ContactShadow } from './contact-shadow.ts';
import { LAMPS_MAX } from './find-lamps.ts';
import { ModelLights } from './model-lights.ts';
import { SIDES, SkyVisibility } from './sky-visibility.ts';
import { SoftboxShadow } from './softbox-shadow.ts';
import { EnvironmentDrawing } from './stage-environment.ts';
import { StageFloor } from './stage-floor.ts';
import type { LoadedModel } from './stage-model.ts';
import { StudioLight } from './studio-light.ts';
import { SunShadow } from './sun-shadow.ts';

/** Of the floor's depth that the light knows. */
const DEPTH_STEP = 0.05;

/** All that stands and shines around the product: what is behind it, the floor, the lights, and the shadows that they throw. */
export class StageSet {
  readonly light: StudioLight;
  readonly floor = new StageFloor();
  readonly backdrop = new Backdrop();
  readonly #scene: Scene;
  readonly #product: Group;
  readonly #bounds: Box3;
  readonly #environment = new EnvironmentDrawing();
  readonly #modelLights = new ModelLights();
  readonly #contactShadow = new ContactShadow();
  /** Of the sun, or of the brightest lamps of surroundings. */
  readonly #sunShadows = Array.from({ length: LAMPS_MAX }, () => new SunShadow());
  /** Of the brightest directional light of the file. */
  readonly #fileShadow = new SunShadow('file');
  /** Of the large lights of the rig. */
  readonly #softboxShadow = new SoftboxShadow();
  /** What the product keeps from itself of the sky. */
  readonly #sky = new SkyVisibility();
  /** From so many sides it is looked at for that before a drawing; with fewer than all {@link look} does it bit by bit. */
  sidesAtOnce = SIDES;
  #model: LoadedModel | null = null;
  #pictureAspect = 1;
  /** The product moves. */
  #isMoving = false;
  /** True while the contact shadow is out of date with the product. */
  #hasOldShadow = false;

  /** @param product What stands in it. @param bounds Of the product; kept up to date by the caller. */
  constructor(scene: Scene, product: Group, bounds: Box3) {
    this.#scene = scene;
    this.#product = product;
    this.#bounds = bounds;
    this.light = new StudioLight(scene, this.backdrop.sample(this.#pictureAspect));
    const behind = [...this.#unmirrored, this.floor.mirrored];
    scene.add(this.#sky.grid, this.#modelLights.group, ...this.#farShadows.map(({ group }) => group));
    scene.add(...behind, this.floor.cut, this.#modelLights.profiles);
    for (const mesh of behind) mesh.layers.enable(PICTURE_LAYER);
  }

  /** Width by height of the pictures to come. */
  get pictureAspect(): number {
    return this.#pictureAspect;
  }

  setPictureSize(widthPx: number, heightPx: number): void {
    this.#pictureAspect = widthPx / heightPx || 1;
    this.#lightByBackdrop();
  }

  /** @throws AppError `image-unreadable`; it is the default colour then. */
  async setBackground(background: StageBackground): Promise<void> {
    try {
      await this.backdrop.update(background);
    } finally {
      this.#lightByBackdrop();
    }
  }

  /** How high the floor lies, and what it throws back. @returns Whether the product has to be measured anew. */
  setFloor(settings: FloorSettings): boolean {
    this.light.update({ floor: settings });
    return this.floor.set(settings);
  }

  /** Surroundings that light the product, and may be seen behind it; null: the background does both. */
  setEnvironment(told: StageEnvironment | null): void {
    const drawn = this.#environment.draw(told);
    this.light.update({ environment: drawn?.light ?? null });
    this.backdrop.surround(drawn, this.light.level);
  }

  /** Hangs the lights. @returns Whether it is another light now. */
  setLight(light: StageLight): boolean {
    const isOther = this.light.update({ light });
    this.backdrop.dim(this.light.level);
    return isOther;
  }

  /** Lights of the file. @returns Whether it is another light now. */
  setFileLights(lights: FileLights): boolean {
    const isOther = this.#modelLights.tell(lights);
    if (isOther) this.#lightFloor();
    return isOther;
  }

  /** @param intensity Of the shadows on the floor: 0 for none, 1 for what the light makes. */
  setShadow(intensity: number): void {
    for (const shadow of [this.#contactShadow, this.#softboxShadow, ...this.#farShadows])
      shadow.setIntensity(intensity);
  }

  /** Whether parts came or went since the shadows were drawn. */
  get isStale(): boolean {
    return this.#contactShadow.isStale(this.#product);
  }

  /** Whether what the product sees of the sky is still to be found out, and it stands still. */
  get isToLook(): boolean {
    return this.#sky.isStale && !this.#isMoving && !this.#bounds.isEmpty();
  }

  /** Finds out some of that, or all. @returns Whether nothing is left of it. */
  look(renderer: WebGLRenderer, sideCount = this.sidesAtOnce): boolean {
    return !this.isToLook || this.#sky.look(renderer, this.#product, this.#bounds, sideCount);
  }

  /**
   * The product, whose bounds were measured, is another or stands elsewhere; the next whole frame casts its shadows.
   *
   * @param isMoving More motion follows at once.
   */
  productChanged(model: LoadedModel | null, isMoving: boolean): void {
    this.#model = model;
    this.floor.lay(this.#product, model, this.#bounds, isMoving);
    if (!isMoving && !this.#bounds.isEmpty()) {
      this.light.update({ floorDepth: this.#floorDepth() });
      this.#lightFloor();
    }
    this.#hasOldShadow = true;
    this.#isMoving = isMoving;
    for (const shadow of [this.#softboxShadow, ...this.#farShadows]) shadow.forget();
    this.#sky.forget();
  }

  /** Whether a frame that stays wants a finer shadow than it has. */
  get isRough(): boolean {
    return this.#softboxShadow.isRough;
  }

  /**
   * Brings to the card what is due before a drawing.
   *
   * @param isDraft What takes time waits for a whole frame. @param isHurried What goes with the camera may be rough.
   */
  build(renderer: WebGLRenderer, camera: PerspectiveCamera, isDraft: boolean, isHurried: boolean): void {
    const [product, bounds, { y: floorY, isCyclorama }] = [this.#product, this.#bounds, this.floor];
    this.light.face(camera.getWorldDirection(new Vector3()).negate());
    this.light.build(renderer, bounds.isEmpty() ? null : this.#place, floorY);
    this.#modelLights.place(this.#model, floorY);
    this.backdrop.look(camera);
    if (!isDraft && this.#hasOldShadow) {
      this.#hasOldShadow = false;
      this.#contactShadow.build(renderer, product, bounds, floorY);
    }
    const isInTime = !isDraft && !this.#isMoving && this.sidesAtOnce >= SIDES;
    this.#sky.build(renderer, product, bounds, !isInTime);
    const { suns } = this.light;
    for (const [i, shadow] of this.#sunShadows.entries()) shadow.aim(suns[i] ?? null);
    const far = this.#modelLights.brightestFar(this.#model, floorY);
    const sunOfFile = far && this.light.sunOfFile(far);
    this.#fileShadow.aim(sunOfFile);
    const hard = [...suns, ...(sunOfFile ? [sunOfFile] : [])];
    // A cyclorama is shaded as the product is, by its light.
    const sunnyFloor = isCyclorama ? Number.NaN : floorY;
    const hung = { ...this.light.softboxes, place: this.#place };
    this.#softboxShadow.build(renderer, product, bounds, sunnyFloor, hung, isDraft, isHurried);
    const shares = [...hard.map(({ floorShare }) => floorShare), this.#softboxShadow.floorShare];
    const softShare = shares.reduce((rest, share) => rest - luminance(...share), 1);
    this.#contactShadow.show(!this.#hasOldShadow, isCyclorama, Math.max(0, softShare));
    for (const shadow of this.#farShadows) shadow.build(renderer, product, bounds, sunnyFloor, isDraft);
    this.floor.mirror(renderer, this.#scene, camera, isDraft, this.#unmirrored);
  }

  dispose(): void {
    this.backdrop.dispose();
    this.#contactShadow.dispose();
    for (const shadow of [this.#softboxShadow, ...this.#farShadows]) shadow.dispose();
    this.#sky.dispose();
    this.floor.dispose();
    this.light.dispose();
    this.#modelLights.dispose();
  }

  get #unmirrored() {
    const shadows = [...this.#farShadows, this.#softboxShadow, this.#contactShadow].map(({ floor }) => floor);
    return [this.backdrop.mesh, ...shadows];
  }

  get #farShadows(): readonly SunShadow[] {
    return [...this.#sunShadows, this.#fileShadow];
  }

  get #place(): RigPlace {
    const { min, max } = this.#bounds;
    return rigPlace([...min.toArray(), ...max.toArray()]);
  }

  /** Below the middle of the product, in its radii; in steps, so that small moves leave the light as it is. */
  #floorDepth(): number {
    const { middle, radius } = this.#place;
    return Math.max(DEPTH_STEP, Math.round((middle[1] - this.floor.y) / radius / DEPTH_STEP) * DEPTH_STEP);
  }

  /** What stands behind the product lights it, too. */
  #lightByBackdrop(): void {
    this.light.update({ backdrop: this.backdrop.sample(this.#pictureAspect) });
  }

  /** What lights of the file give the floor, straight below the product, is thrown back by it. */
  #lightFloor(): void {
    const { min, max } = this.#bounds;
    const place = [(min.x + max.x) / 2, this.floor.y, (min.z + max.z) / 2] as const;
    const isEmpty = this.#bounds.isEmpty();
    const addedLight = isEmpty ? ([0, 0, 0] as const) : this.#modelLights.lightOfFloor(this.#model, place);
    this.light.update({ addedLight });
  }
}

import {
  AmbientLight,
  type DataTexture,
  DirectionalLight,
  type Scene,
  type Sphere,
  type Vector3,
  type WebGLCubeRenderTarget,
  type WebGLRenderer,
} from 'three';
import { LIGHT_PRESETS } from '../../contract/constants.ts';
import type { Lighting } from '../../contract/render-spec.ts';
import { PICTURE_LAYER, SHADOW_LAYER } from './capture-layers.ts';
import { drawReflections } from './draw-reflections.ts';
import { openDrawnStudio } from './drawn-studio.ts';
import { openPicturedStudio } from './pictured-studio.ts';

/** S2's intensities are of the time when a light of 1 lit white to 1; three.js counts in physical units since r155. */
const LEGACY_UNIT = Math.PI;
/**
 * The studio carries most of the light; the rig gives it direction and shadows. Together they make a product as bright as
 * the tracer does, within an eighth: measured on the sample from three sides.
 */
const RIG_SHARE = 0.2;
const STUDIO_SHARE = 0.68;
const LAMP_UNIT = LEGACY_UNIT * RIG_SHARE;
const SHADOW_INTENSITY = 0.8;

/** The light on the product: a rig of S2 or S3 (D17) and the reflections of a studio. */
export class StudioLight {
  readonly #scene: Scene;
  readonly #ambient = new AmbientLight();
  readonly #main = openLamp(1, 1, 1);
  readonly #front = openLamp(0, 0, 1);
  readonly #fill = openLamp(-1, 0, -1);
  #studio: WebGLCubeRenderTarget | null = null;
  #picture: DataTexture | null = null;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#main.castShadow = true;
    this.update('studio');
    for (const light of this.#rig) light.layers.enable(PICTURE_LAYER);
    this.#main.layers.enable(SHADOW_LAYER);
    scene.add(...this.#rig, this.#main.target);
  }

  /** Aim again after a change: the shadow map may have another size. */
  update(lighting: Lighting): void {
    const { ambient, main, front, fill, shadowMapPx } = LIGHT_PRESETS[lighting];
    this.#scene.environmentIntensity = (STUDIO_SHARE * ambient) / LIGHT_PRESETS.studio.ambient;
    // The studio is ambient light already; the rest of the rig's own would flatten every form.
    this.#ambient.intensity = ambient * LAMP_UNIT * 0.2;
    this.#main.intensity = main * LAMP_UNIT;
    this.#front.intensity = front * LAMP_UNIT;
    this.#fill.intensity = fill * LAMP_UNIT;
    const { shadow } = this.#main;
    if (shadow.mapSize.width === shadowMapPx) return;
    shadow.mapSize.set(shadowMapPx, shadowMapPx);
    shadow.map?.dispose();
    shadow.map = null;
  }

  /** @param isShown False while the shadow map is out of date with the product. */
  setShadow(isShown: boolean): void {
    this.#main.shadow.intensity = isShown ? SHADOW_INTENSITY : 0;
  }

  /** Points the shadow map at the product. */
  aim(bounds: Sphere): void {
    const main = this.#main;
    const radius = Math.max(bounds.radius, 1e-3);
    main.target.position.copy(bounds.center);
    main.position
      .set(1, 1, 1)
      .normalize()
      .multiplyScalar(radius * 2)
      .add(bounds.center);
    main.target.updateMatrixWorld();
    const { camera } = main.shadow;
    camera.left = camera.bottom = -radius;
    camera.right = camera.top = radius;
    camera.near = radius * 0.5;
    camera.far = radius * 3.5;
    camera.updateProjectionMatrix();
    // One texel of slope hides acne without lifting the shadow off its foot.
    main.shadow.normalBias = (radius * 4) / main.shadow.mapSize.width;
    main.shadow.bias = -1e-4;
  }

  /**
   * The lights of the tracer stand in relation to the camera; so do the reflections. Its compass direction alone counts.
   *
   * @param front From the product to the camera.
   */
  face(front: Vector3): void {
    if (Math.hypot(front.x, front.z) > 1e-4) this.#scene.environmentRotation.y = Math.atan2(front.x, front.z);
  }

  /** @param picture Owned from here on; null draws the studio in code. {@link StudioLight.build} shows it. */
  setPicture(picture: DataTexture | null): void {
    this.#picture?.dispose();
    this.#picture = picture;
  }

  /** Builds the reflections. Again after a lost context, whose render targets come back black. */
  build(renderer: WebGLRenderer): void {
    const picture = this.#picture;
    const target = drawReflections(
      renderer,
      picture === null ? openDrawnStudio() : openPicturedStudio(picture),
    );
    // Its pixels stay for the next time; the card needs them no more.
    picture?.dispose();
    this.#studio?.dispose();
    this.#studio = target;
    this.#scene.environment = target.texture;
  }

  dispose(): void {
    for (const light of this.#rig) light.dispose();
    this.#studio?.dispose();
    this.#picture?.dispose();
  }

  get #rig(): (AmbientLight | DirectionalLight)[] {
    return [this.#ambient, this.#main, this.#front, this.#fill];
  }
}

function openLamp(x: number, y: number, z: number): DirectionalLight {
  const lamp = new DirectionalLight();
  lamp.position.set(x, y, z);
  return lamp;
}

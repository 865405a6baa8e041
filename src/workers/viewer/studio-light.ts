import {
  AmbientLight,
  DirectionalLight,
  type Scene,
  type Sphere,
  type WebGLCubeRenderTarget,
  type WebGLRenderer,
} from 'three';
import { STAGE_LIGHTS } from '../../contract/constants.ts';
import { PICTURE_LAYER } from './capture-layers.ts';
import { drawStudioReflections } from './studio-reflections.ts';

/** S2's intensities are of the time when a light of 1 lit white to 1; three.js counts in physical units since r155. */
const LEGACY_UNIT = Math.PI;
/** The studio carries most of the light; S2's rig gives it direction and shadows. By eye, against the design. */
const RIG_SHARE = 0.2;
const STUDIO_SHARE = 0.5;
/** The light on the product: the rig of S2/D17 and the reflections of a studio made in code. */
export class StudioLight {
  readonly main: DirectionalLight;
  readonly #rig: (AmbientLight | DirectionalLight)[];
  #studio: WebGLCubeRenderTarget | null = null;

  constructor(scene: Scene) {
    const unit = LEGACY_UNIT * RIG_SHARE;
    const place = (share: number, x: number, y: number, z: number): DirectionalLight => {
      const light = new DirectionalLight(0xffffff, share * unit);
      light.position.set(x, y, z);
      return light;
    };
    this.main = place(STAGE_LIGHTS.main, 1, 1, 1);
    this.main.castShadow = true;
    this.main.shadow.mapSize.set(STAGE_LIGHTS.shadowMapPx, STAGE_LIGHTS.shadowMapPx);
    this.main.shadow.intensity = 0.8;
    this.#rig = [
      // The studio is ambient light already; the rest of S2's 0.4 would flatten every form.
      new AmbientLight(0xffffff, STAGE_LIGHTS.ambient * unit * 0.2),
      this.main,
      place(STAGE_LIGHTS.front, 0, 0, 1),
      place(STAGE_LIGHTS.fill, -1, 0, -1),
    ];
    for (const light of this.#rig) light.layers.enable(PICTURE_LAYER);
    scene.add(...this.#rig, this.main.target);
    scene.environmentIntensity = STUDIO_SHARE;
  }

  /** Points the shadow map at the product. */
  aim(bounds: Sphere): void {
    const { main } = this;
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
    main.shadow.normalBias = (radius * 4) / STAGE_LIGHTS.shadowMapPx;
    main.shadow.bias = -1e-4;
  }

  /** Builds the reflections. Again after a lost context, whose render targets come back black. */
  build(renderer: WebGLRenderer, scene: Scene): void {
    const target = drawStudioReflections(renderer);
    this.#studio?.dispose();
    this.#studio = target;
    scene.environment = target.texture;
  }

  dispose(): void {
    for (const light of this.#rig) light.dispose();
    this.#studio?.dispose();
  }
}

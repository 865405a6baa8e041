import {
  AmbientLight,
  BackSide,
  BoxGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  type Sphere,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';
import { STAGE_LIGHTS } from '../../contract/constants.ts';

/** S2's intensities are of the time when a light of 1 lit white to 1; three.js counts in physical units since r155. */
const LEGACY_UNIT = Math.PI;
/** The studio carries most of the light; S2's rig gives it direction and shadows. By eye, against the design. */
const RIG_SHARE = 0.27;
const STUDIO_SHARE = 0.66;
/** Cube face of the reflections. 128 px is sharp enough for polished metal and builds in a tenth of 256. */
const STUDIO_SIZE_PX = 128;
/** Softens the edges of the boxes, radians. */
const STUDIO_BLUR = 0.02;

/** A lamp of the studio: where it hangs (unit vector), half its width and height as tangents, and its radiance. */
interface Softbox {
  readonly direction: readonly [number, number, number];
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly radiance: number;
}

// A large key from the upper left, a tall strip on the right, a rim behind, a soft top, a low front fill.
const SOFTBOXES: readonly Softbox[] = [
  { direction: [-0.62, 0.6, 0.5], halfWidth: 0.55, halfHeight: 0.6, radiance: 9 },
  { direction: [0.88, 0.3, 0.37], halfWidth: 0.2, halfHeight: 0.9, radiance: 7 },
  { direction: [0.15, 0.55, -0.82], halfWidth: 0.8, halfHeight: 0.28, radiance: 8 },
  { direction: [0, 1, 0.06], halfWidth: 0.7, halfHeight: 0.7, radiance: 3.5 },
  { direction: [0.2, 0.1, 0.97], halfWidth: 0.5, halfHeight: 0.3, radiance: 1.2 },
];

/** The light on the product: the rig of S2/D17 and the reflections of a studio made in code. */
export class StudioLight {
  readonly main: DirectionalLight;
  readonly #rig: (AmbientLight | DirectionalLight)[];
  #studio: WebGLRenderTarget | null = null;

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
    const studio = createStudio();
    const generator = new PMREMGenerator(renderer);
    const target = generator.fromScene(studio, STUDIO_BLUR, 0.1, 100, { size: STUDIO_SIZE_PX });
    generator.dispose();
    studio.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      object.geometry.dispose();
      for (const material of [object.material].flat()) material.dispose();
    });
    this.#studio?.dispose();
    this.#studio = target;
    scene.environment = target.texture;
  }

  dispose(): void {
    for (const light of this.#rig) light.dispose();
    this.#studio?.dispose();
  }
}

function createStudio(): Scene {
  const studio = new Scene();
  const wall = new Mesh(
    new BoxGeometry(30, 30, 30),
    [0.3, 0.3, 0.34, 0.1, 0.3, 0.24].map(
      (grey) => new MeshBasicMaterial({ color: new Color(grey, grey, grey * 1.02), side: BackSide }),
    ),
  );
  studio.add(wall);
  for (const { direction, halfWidth, halfHeight, radiance } of SOFTBOXES) {
    const box = new Mesh(
      new PlaneGeometry(20 * halfWidth, 20 * halfHeight),
      new MeshBasicMaterial({ color: new Color(radiance, radiance, radiance), side: DoubleSide }),
    );
    box.position.fromArray(direction).normalize().multiplyScalar(10);
    box.lookAt(0, 0, 0);
    studio.add(box);
  }
  return studio;
}

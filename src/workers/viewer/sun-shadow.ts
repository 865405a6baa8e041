import {
  type Box3,
  DepthTexture,
  DoubleSide,
  FrontSide,
  Group,
  LinearSRGBColorSpace,
  Matrix4,
  type Mesh,
  MeshBasicMaterial,
  type Object3D,
  OrthographicCamera,
  type PlaneGeometry,
  type ShaderMaterial,
  Sphere,
  SpotLight,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { FLOOR_REACH } from '../../tracer/floor/floor-reach.ts';
import { drawnShadow } from '../../tracer/post/composite-picture.ts';
import { PICTURE_LAYER, PRODUCT_LAYER, SHADOW_LAYER } from './capture-layers.ts';
import { CutCasters } from './cut-casters.ts';
import { drawCasters, listGlass, listUnseen } from './draw-casters.ts';
import { patchKeptLight } from './kept-light.ts';
import { openShade } from './open-shade.ts';
import { SUN_SHADE } from './sun-shader.ts';

/** Side of what the sun sees: a pixel of a stage that the product fills. */
const SIDE_PX = 1_024;
/** Of the cube around the product: its edge throws no shadow. */
const ROOM = 1.02;

/** Whose shadow it is: the light of a sky's sun, or of a lamp, is part of the sky, that of a file's is one of three.js. */
export type ShadowOf = 'sky' | 'file';
/** What the shader knows them by. */
const DECAY: Readonly<Record<ShadowOf, number>> = { sky: 0, file: -0.5 };

/** Of casters, what keeps the sun from what: as in the tracer it falls to the product through backs that the view looks through. */
const SIDES = { floor: DoubleSide, product: FrontSide } as const;

/** A sun on the stage. */
export interface StageSun {
  /** To it; unit. */
  readonly direction: readonly [number, number, number];
  /** Of a surface that faces it. */
  readonly irradiance: readonly [number, number, number];
  /** Of all light that arrives on the floor, where nothing is in the way. */
  readonly floorShare: readonly [number, number, number];
  /** Across its disc. */
  readonly degrees: number;
}

const VERTEX = /* glsl */ `
uniform mat4 toCube;
varying vec3 vPlace;
void main() {
  vec4 place = modelMatrix * vec4(position, 1.0);
  vPlace = (toCube * place).xyz;
  gl_Position = projectionMatrix * viewMatrix * place;
}`;

// What lies behind it is encoded, but behind glass: what multiplies it is as that is.
const FRAGMENT = /* glsl */ `
${SUN_SHADE}
uniform sampler2D depths;
/** What is left of the floor where no sun comes. */
uniform vec3 core;
uniform float soft;
varying vec3 vPlace;
void main() {
  gl_FragColor = linearToOutputTexel(vec4(mix(vec3(1.0), core, sunShade(depths, vPlace, 0.0, soft)), 1.0));
}`;

/**
 * The shadow that the sun throws of the product, on the floor and on the product itself. Drawn when product or sun change and the
 * stage rests, not each frame. The sky of the stage has the sun as if nothing stood before it; here is what does not arrive. So it is
 * for a lamp in surroundings, and for the brightest directional light of a file.
 * Glass throws none, and what is less than half opaque neither.
 */
export class SunShadow {
  readonly floor: Mesh<PlaneGeometry, ShaderMaterial>;
  /** What takes the light of the sun from the product. */
  readonly group = new Group();
  readonly #uniforms = {
    toCube: { value: new Matrix4() },
    depths: { value: null as DepthTexture | null },
    core: { value: new Vector3(1, 1, 1) },
    soft: { value: 0 },
  };
  readonly #camera = new OrthographicCamera();
  readonly #depth = new MeshBasicMaterial({ colorWrite: false });
  readonly #cut = new CutCasters('depth');
  #targets: Readonly<Record<'floor' | 'product', WebGLRenderTarget>> | null = null;
  #light: SpotLight | null = null;
  #sun: StageSun | null = null;
  #isStale = true;
  #intensity = 1;

  readonly #kind: ShadowOf;

  constructor(kind: ShadowOf = 'sky') {
    this.#kind = kind;
    patchKeptLight();
    this.floor = openShade(VERTEX, FRAGMENT, this.#uniforms, -910);
    this.#camera.layers.set(SHADOW_LAYER);
  }

  /** @param intensity Of the shadow on the floor: 0 for none, 1 for what the light makes. */
  setIntensity(intensity: number): void {
    this.#intensity = intensity;
    this.#darken();
  }

  /** @param sun Null for none. */
  aim(sun: StageSun | null): void {
    // How bright it is changes nothing of what it sees: the sky is drawn anew while the camera goes round, by a rounding's difference.
    const placeOf = (one: StageSun | null) => JSON.stringify(one && [one.direction, one.degrees]);
    if (placeOf(sun) !== placeOf(this.#sun)) this.#isStale = true;
    this.#sun = sun;
    this.#darken();
  }

  /** What it was drawn of is another, or stands elsewhere. */
  forget(): void {
    this.#isStale = true;
  }

  /**
   * Draws what is due.
   *
   * @param floorY NaN without a floor. @param isDraft A shadow that is out of date is left away.
   */
  build(renderer: WebGLRenderer, product: Object3D, bounds: Box3, floorY: number, isDraft: boolean): void {
    const sun = bounds.isEmpty() ? null : this.#sun;
    if (sun === null) {
      this.#release();
      return;
    }
    if (this.#isStale && !isDraft) {
      this.#isStale = false;
      this.#draw(renderer, product, bounds, sun);
    }
    const isShown = !this.#isStale;
    this.floor.position.y = floorY;
    this.floor.visible = isShown && Number.isFinite(floorY);
    this.#light?.color.setRGB(...(isShown ? sun.irradiance : ([0, 0, 0] as const)), LinearSRGBColorSpace);
  }

  dispose(): void {
    this.#release();
    this.floor.geometry.dispose();
    this.floor.material.dispose();
    this.#depth.dispose();
    this.#cut.dispose();
  }

  #draw(renderer: WebGLRenderer, product: Object3D, bounds: Box3, sun: StageSun): void {
    const targets = this.#targets ?? { floor: openTarget(), product: openTarget() };
    this.#targets = targets;
    const { center, radius } = bounds.getBoundingSphere(new Sphere());
    const to = new Vector3(...sun.direction);
    const reach = Math.max(radius, 1e-6) * ROOM;
    const camera = this.#camera;
    camera.left = camera.bottom = -reach;
    camera.right = camera.top = reach;
    camera.near = 0;
    camera.far = 2 * reach;
    camera.position.copy(center).addScaledVector(to, reach);
    camera.up.set(0, Math.abs(to.y) > 0.99 ? 0 : 1, Math.abs(to.y) > 0.99 ? 1 : 0);
    camera.lookAt(center);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    const unseen = [...listUnseen(product), ...listGlass(product)];
    for (const on of ['floor', 'product'] as const) {
      this.#depth.side = SIDES[on];
      drawCasters(renderer, product, unseen, this.#depth, this.#cut, camera, targets[on]);
    }

    const light = this.#light ?? this.#add();
    this.#light = light;
    light.map = targets.product.depthTexture;
    light.position.copy(center).add(to);
    light.target.position.copy(center);
    light.distance = Math.tan((sun.degrees * Math.PI) / 360);
    const { toCube, depths, soft } = this.#uniforms;
    toCube.value
      .set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1)
      .multiply(camera.projectionMatrix)
      .multiply(camera.matrixWorldInverse);
    light.shadow.matrix.copy(toCube.value);
    depths.value = targets.floor.depthTexture;
    this.#darken();
    soft.value = light.distance;
    this.floor.position.set(center.x, 0, center.z);
    this.floor.scale.setScalar(2 * (FLOOR_REACH + radius));
  }

  #darken(): void {
    const left = (this.#sun?.floorShare ?? [0, 0, 0]).map((share) => drawnShadow(1 - share, this.#intensity));
    this.#uniforms.core.value.fromArray(left);
  }

  #add(): SpotLight {
    const light = new SpotLight();
    light.decay = DECAY[this.#kind];
    light.shadow.updateMatrices = () => undefined;
    for (const layer of [PICTURE_LAYER, PRODUCT_LAYER]) light.layers.enable(layer);
    this.group.add(light, light.target);
    return light;
  }

  #release(): void {
    this.floor.visible = false;
    this.#isStale = true;
    this.group.clear();
    this.#light?.dispose();
    this.#light = null;
    for (const target of this.#targets === null ? [] : Object.values(this.#targets)) {
      target.depthTexture?.dispose();
      target.dispose();
    }
    this.#targets = null;
  }
}

function openTarget(): WebGLRenderTarget {
  return new WebGLRenderTarget(SIDE_PX, SIDE_PX, { depthTexture: new DepthTexture(SIDE_PX, SIDE_PX) });
}

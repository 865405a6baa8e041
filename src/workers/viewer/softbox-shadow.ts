import {
  type Box3,
  DepthTexture,
  DoubleSide,
  HalfFloatType,
  type IUniform,
  LinearFilter,
  Matrix4,
  type Mesh,
  MeshBasicMaterial,
  NoBlending,
  type Object3D,
  type PlaneGeometry,
  ShaderMaterial,
  Sphere,
  type Texture,
  Vector2,
  Vector3,
  Vector4,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { SHADOW_DEPTH } from '../../tracer/post/composite-picture.ts';
import { CutCasters } from './cut-casters.ts';
import { drawCasters, listGlass, listUnseen } from './draw-casters.ts';
import { FullScreenPass } from './full-screen-pass.ts';
import { type FloorRoom, type HungBoxes, hangSoftbox, roomOf } from './hang-softboxes.ts';
import { openShade } from './open-shade.ts';
import {
  BOXES_MAX,
  FLOOR_FRAGMENT,
  FLOOR_VERTEX,
  LEFT_FRAGMENT,
  PLAIN_VERTEX,
  SMOOTH_FRAGMENT,
} from './softbox-shadow-shader.ts';

/** Sides of what a light sees of the product, and of the shadow on the floor: both are blurred. */
const SEEN_PX = 512;
const FLOOR_PX = 384;
/** Side of the floor's shadow map while camera and lights move. */
const MOVING_PX = 128;
/** Smoothing's steps, in pixels of the floor. */
const SMOOTHING = 1.5;

/**
 * The shadows on the floor of the lights of a rig that are large or near. Drawn when product or lights change, not each frame: what
 * each of the strongest sees of the product, and from these what is left of the light of every place of the floor. On the product
 * itself they throw none; what small lamps throw is `SunShadow`.
 */
export class SoftboxShadow {
  readonly floor: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly #left = { value: null as Texture | null };
  readonly #intensity = { value: 1 };
  readonly #depth = new MeshBasicMaterial({ side: DoubleSide, colorWrite: false });
  readonly #cut = new CutCasters('places');
  readonly #sizePx = { value: new Vector2() };
  readonly #seen = Array.from({ length: BOXES_MAX }, () => ({
    depths: { value: null as DepthTexture | null },
    toLight: { value: new Matrix4() },
    sees: { value: new Vector4() },
    half: { value: new Vector2() },
    share: { value: new Vector3() },
    hangs: { value: new Vector4() },
  }));
  readonly #room = { least: { value: new Vector3() }, extent: { value: new Vector2() } };
  readonly #smoothing = { source: { value: null as Texture | null }, along: { value: new Vector2() } };
  readonly #draw = new FullScreenPass(
    openMaterial(LEFT_FRAGMENT, {
      ...Object.fromEntries(
        this.#seen.flatMap((one, i) =>
          Object.entries(one).map(([name, uniform]) => [`${name}${i}`, uniform]),
        ),
      ),
      ...this.#room,
      sizePx: this.#sizePx,
    }),
  );
  readonly #smooth = new FullScreenPass(
    openMaterial(SMOOTH_FRAGMENT, { ...this.#smoothing, sizePx: this.#sizePx }),
  );
  #targets: ReturnType<typeof openTargets> | null = null;
  #told = '';
  #isStale = true;
  #isRough = false;
  #share: readonly [number, number, number] = [0, 0, 0];

  constructor() {
    const uniforms = { left: this.#left, depth: { value: SHADOW_DEPTH }, intensity: this.#intensity };
    this.floor = openShade(FLOOR_VERTEX, FLOOR_FRAGMENT, uniforms, -905);
  }

  /** @param intensity Of the shadow on the floor: 0 for none, 1 for what the light makes. */
  setIntensity(intensity: number): void {
    this.#intensity.value = intensity;
  }

  /** What it was drawn of is another, or stands elsewhere. */
  forget(): void {
    this.#isStale = true;
  }

  /** Drawn while the camera moved: a frame that stays wants a finer one. */
  get isRough(): boolean {
    return this.#isRough && this.floor.visible;
  }

  /** Of the light of the floor, what the lights give whose shadows are shown. */
  get floorShare(): readonly [number, number, number] {
    return this.floor.visible ? this.#share : [0, 0, 0];
  }

  /**
   * Draws what is due.
   *
   * @param floorY NaN without a floor. @param isDraft A shadow that is out of date is left away. @param isHurried It may be a rough one.
   */
  build(
    renderer: WebGLRenderer,
    product: Object3D,
    bounds: Box3,
    floorY: number,
    hung: HungBoxes,
    isDraft: boolean,
    isHurried: boolean,
  ): void {
    const isShown = hung.boxes.length > 0 && Number.isFinite(floorY) && !bounds.isEmpty();
    if (!isShown) {
      this.#release();
      return;
    }
    const { boxes, place, turn } = hung;
    const told = JSON.stringify([boxes, place, turn, floorY]);
    if (told !== this.#told) this.#isStale = true;
    if (!isDraft && (this.#isStale || (this.#isRough && !isHurried))) {
      this.#isStale = false;
      this.#isRough = isHurried;
      this.#told = told;
      this.#drawAll(renderer, product, bounds, floorY, hung);
    }
    this.floor.visible = !this.#isStale && this.#share.some((share) => share > 0);
  }

  dispose(): void {
    this.#release();
    this.floor.geometry.dispose();
    this.floor.material.dispose();
    this.#depth.dispose();
    this.#cut.dispose();
    this.#draw.dispose();
    this.#smooth.dispose();
  }

  #drawAll(renderer: WebGLRenderer, product: Object3D, bounds: Box3, floorY: number, hung: HungBoxes): void {
    const sphere = bounds.getBoundingSphere(new Sphere());
    const all = hung.boxes.flatMap((box) => hangSoftbox(box, hung, sphere) ?? []).slice(0, BOXES_MAX);
    const shareOf = (k: 0 | 1 | 2) => all.reduce((sum, { share }) => sum + share[k], 0);
    this.#share = [shareOf(0), shareOf(1), shareOf(2)];
    if (all.length === 0) return;
    const targets = this.#targets ?? openTargets();
    this.#targets = targets;
    const unseen = [...listUnseen(product), ...listGlass(product)];
    for (const [i, uniforms] of this.#seen.entries()) {
      const [box, target] = [all[i], targets.seen[i]];
      uniforms.depths.value = (target?.depthTexture ?? null) as DepthTexture | null;
      if (box === undefined || target === undefined) {
        // Sees nothing.
        uniforms.sees.value.set(1, 1, 0, 0);
        uniforms.share.value.set(0, 0, 0);
        uniforms.hangs.value.set(0, 1, 0, 0);
        continue;
      }
      const { camera, half, share } = box;
      drawCasters(renderer, product, unseen, this.#depth, this.#cut, camera, target);
      const tangent = Math.tan((camera.fov * Math.PI) / 360);
      uniforms.toLight.value.copy(camera.matrixWorldInverse);
      uniforms.sees.value.set(tangent, tangent, camera.near, camera.far);
      uniforms.half.value.copy(half);
      uniforms.share.value.fromArray(share);
      const { x, y, z } = camera.position;
      const foot = new Vector3(hung.place.middle[0], floorY, hung.place.middle[2]);
      const way = camera.position.clone().sub(foot);
      const facing = -foot.applyMatrix4(camera.matrixWorldInverse).z / way.length();
      const arriving = (Math.max(0, way.y) * Math.max(0, facing)) / way.length() ** 3;
      uniforms.hangs.value.set(x, y, z, arriving > 0 ? 1 / arriving : 0);
    }
    this.#lay(roomOf(all, bounds, sphere, floorY), floorY);
    const before = renderer.getRenderTarget();
    const { drawn, other } = targets;
    const px = this.#isRough ? MOVING_PX : FLOOR_PX;
    this.#sizePx.value.setScalar(px);
    for (const target of [drawn, other]) target.setSize(px, px);
    try {
      renderer.setRenderTarget(drawn);
      this.#draw.draw(renderer);
      for (const [from, to, x, y] of [
        [drawn, other, SMOOTHING, 0],
        [other, drawn, 0, SMOOTHING],
      ] as const) {
        this.#smoothing.source.value = from.texture;
        this.#smoothing.along.value.set(x, y);
        renderer.setRenderTarget(to);
        this.#smooth.draw(renderer);
      }
    } finally {
      renderer.setRenderTarget(before);
    }
    this.#left.value = drawn.texture;
  }

  #lay({ x0, x1, z0, z1 }: FloorRoom, floorY: number): void {
    this.#room.least.value.set(x0, floorY, z0);
    this.#room.extent.value.set(x1 - x0, z1 - z0);
    this.floor.position.set((x0 + x1) / 2, floorY, (z0 + z1) / 2);
    this.floor.scale.set(x1 - x0, z1 - z0, 1);
  }

  #release(): void {
    this.floor.visible = false;
    this.#isStale = true;
    this.#left.value = this.#smoothing.source.value = null;
    for (const { depths } of this.#seen) depths.value = null;
    if (this.#targets === null) return;
    const { seen, drawn, other } = this.#targets;
    for (const target of [...seen, drawn, other]) {
      target.depthTexture?.dispose();
      target.dispose();
    }
    this.#targets = null;
  }
}

function openMaterial(fragmentShader: string, uniforms: Record<string, IUniform>): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: PLAIN_VERTEX,
    fragmentShader,
    uniforms,
    blending: NoBlending,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  });
}

/** What each light sees, and the floor with what is blurred on the way. */
function openTargets() {
  const openSeen = () =>
    new WebGLRenderTarget(SEEN_PX, SEEN_PX, { depthTexture: new DepthTexture(SEEN_PX, SEEN_PX) });
  const openFloor = () =>
    new WebGLRenderTarget(FLOOR_PX, FLOOR_PX, {
      type: HalfFloatType,
      minFilter: LinearFilter,
      depthBuffer: false,
    });
  return { seen: Array.from({ length: BOXES_MAX }, openSeen), drawn: openFloor(), other: openFloor() };
}

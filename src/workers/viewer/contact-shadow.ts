import {
  type Box3,
  CustomBlending,
  DoubleSide,
  HalfFloatType,
  Mesh,
  MeshDepthMaterial,
  type Object3D,
  OneFactor,
  OrthographicCamera,
  PlaneGeometry,
  RGBAFormat,
  Scene,
  ShaderMaterial,
  type Texture,
  Vector2,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
  ZeroFactor,
} from 'three';
import { SHADOW_LAYER } from './capture-layers.ts';
import { CutCasters, describeCut, listCut } from './cut-casters.ts';
import { drawCasters, listGlass, listUnseen } from './draw-casters.ts';
import { patchShader } from './patch-shader.ts';

/** A blurred shadow hides its texels; 256 px stay cheap in software. */
const SIZE_PX = 256;
/** The floor reaches beyond the product by this share of its size, so that the blur has room. */
const ROOM = 0.55;
/** What stands higher than this share of the size above the floor darkens it no more. */
const HEIGHT_SHARE = 0.7;
/** By eye, beside the tracer's. */
const DARKNESS = 0.65;
/** On a cyclorama, whose shadow the tracer does not deepen (`post/composite-picture.ts`): light comes back from all of it. */
const LIT_DARKNESS = 0.42;
/** Radii of the two blurs, in shares of the floor: the foot, and the wide fall-off around it. */
const BLURS = [0.012, 0.05];

const QUAD = /* glsl */ `
varying vec2 vUv;
void main() { vUv = uv; gl_Position = vec4(position.xy * 2.0, 0.0, 1.0); }`;

const BLUR = /* glsl */ `
uniform sampler2D source;
uniform vec2 step;
varying vec2 vUv;
void main() {
  float sum = 0.0;
  float weights = 0.0;
  for (int i = -8; i <= 8; i++) {
    float x = float(i) / 4.0;
    float weight = exp(-0.5 * x * x);
    sum += weight * texture2D(source, vUv + step * float(i) / 8.0).a;
    weights += weight;
  }
  gl_FragColor = vec4(0.0, 0.0, 0.0, sum / weights);
}`;

const FLOOR_VERTEX = /* glsl */ `
varying vec2 vUv;
void main() { vUv = uv; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`;

const FLOOR = /* glsl */ `
uniform sampler2D foot;
uniform sampler2D wide;
uniform float darkness;
varying vec2 vUv;
void main() {
  // The picture was taken from below: v runs the other way.
  vec2 place = vec2(vUv.x, 1.0 - vUv.y);
  float shade = 0.6 * texture2D(foot, place).a + 0.95 * texture2D(wide, place).a;
  vec2 edge = smoothstep(0.0, 0.12, vUv) * smoothstep(0.0, 0.12, 1.0 - vUv);
  // Half a step of noise hides the rings of a faint shadow.
  float noise = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
  float alpha = min(1.0, shade) * edge.x * edge.y * darkness;
  gl_FragColor = vec4(0.0, 0.0, 0.0, alpha + noise * 0.03 * smoothstep(0.0, 0.05, alpha));
}`;

/**
 * The soft shadow where the product stands: its depth seen from the floor, blurred twice. Built when the product
 * changes, not each frame. Seen from below the floor it is not drawn.
 */
export class ContactShadow {
  readonly floor: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly #camera = new OrthographicCamera();
  readonly #depth: MeshDepthMaterial;
  readonly #cut = new CutCasters('share');
  readonly #blur: ShaderMaterial;
  readonly #blurUniforms = { source: { value: null as Texture | null }, step: { value: new Vector2() } };
  readonly #quad: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly #quadScene = new Scene();
  readonly #targets: WebGLRenderTarget[];
  readonly #darkness = { value: DARKNESS };
  #intensity = 1;
  #seen = '';
  #isEmpty = true;

  constructor() {
    const target = (): WebGLRenderTarget =>
      new WebGLRenderTarget(SIZE_PX, SIZE_PX, { format: RGBAFormat, type: HalfFloatType });
    this.#targets = [target(), target(), target(), target()];
    const [, , foot, wide] = this.#targets;
    this.#depth = new MeshDepthMaterial({ side: DoubleSide });
    // Alpha 1 at the floor, 0 at the far plane; black, so that only the alpha counts.
    this.#depth.onBeforeCompile = (shader) => {
      shader.fragmentShader = patchShader(shader.fragmentShader, [
        [
          'gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );',
          'gl_FragColor = vec4( vec3( 0.0 ), ( 1.0 - fragCoordZ ) * ( 1.0 - fragCoordZ ) );',
        ],
      ]);
    };
    this.#blur = new ShaderMaterial({
      vertexShader: QUAD,
      fragmentShader: BLUR,
      uniforms: this.#blurUniforms,
      depthTest: false,
      depthWrite: false,
    });
    const plane = new PlaneGeometry(1, 1);
    this.#quad = new Mesh(plane, this.#blur);
    this.#quad.frustumCulled = false;
    this.#quad.layers.set(SHADOW_LAYER);
    this.#quadScene.add(this.#quad);
    this.floor = new Mesh(
      plane,
      new ShaderMaterial({
        vertexShader: FLOOR_VERTEX,
        fragmentShader: FLOOR,
        uniforms: {
          foot: { value: foot?.texture },
          wide: { value: wide?.texture },
          darkness: this.#darkness,
        },
        // In the opaque list and before the product, so that a flat base never fights with the floor for depth.
        blending: CustomBlending,
        // What it lies on keeps its alpha, see StageGrade.
        blendSrcAlpha: ZeroFactor,
        blendDstAlpha: OneFactor,
        depthTest: false,
        depthWrite: false,
        toneMapped: false,
      }),
    );
    this.#camera.layers.set(SHADOW_LAYER);
    this.floor.rotation.x = -Math.PI / 2;
    this.floor.renderOrder = -900;
    this.floor.visible = false;
  }

  /** @param intensity 0 for none, 1 for what the light makes. */
  setIntensity(intensity: number): void {
    this.#intensity = intensity;
  }

  /** Whether other parts are invisible, or see-through by as much, than when the shadow was built. */
  isStale(product: Object3D): boolean {
    return describeSeen(product) !== this.#seen;
  }

  /**
   * @param isShown False while the shadow is out of date with the product.
   * @param isOfLight It is as dark as the light makes it, whatever intensity was asked for.
   * @param softShare Of the light of the floor, 0 to 1, what comes from all sides: the rest throws a shadow of its own.
   */
  show(isShown: boolean, isOfLight: boolean, softShare: number): void {
    this.#darkness.value = softShare * (isOfLight ? LIT_DARKNESS : DARKNESS * this.#intensity);
    this.floor.visible = isShown && !this.#isEmpty;
  }

  /**
   * Draws the shadow of `product` anew, without what cannot be seen at all; an empty box takes it away.
   *
   * @param floorY What is lower throws none.
   */
  build(renderer: WebGLRenderer, product: Object3D, bounds: Box3, floorY: number): void {
    const box = bounds.clone();
    box.min.y = floorY;
    this.#isEmpty = !(box.max.y > floorY) || box.isEmpty();
    if (this.#isEmpty) return;
    const size = box.getSize(new Vector3());
    const centre = box.getCenter(new Vector3());
    const largest = Math.max(size.x, size.y, size.z);
    const width = Math.max(size.x, size.z) + 2 * ROOM * largest;
    this.floor.position.set(centre.x, box.min.y, centre.z);
    this.floor.scale.set(width, width, 1);

    // Looks up from the floor with +X to the right and +Z up.
    const camera = this.#camera;
    camera.left = camera.bottom = -width / 2;
    camera.right = camera.top = width / 2;
    camera.near = 0;
    camera.far = largest * HEIGHT_SHARE;
    camera.position.set(centre.x, box.min.y - largest * 1e-3, centre.z);
    camera.up.set(0, 0, 1);
    camera.lookAt(centre.x, box.min.y + 1, centre.z);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();

    const [raw, half, foot, wide] = this.#targets;
    if (raw === undefined || half === undefined || foot === undefined || wide === undefined) return;
    this.#seen = describeSeen(product);
    drawCasters(renderer, product, listUnseen(product), this.#depth, this.#cut, camera, raw);
    const alpha = renderer.getClearAlpha();
    const target = renderer.getRenderTarget();
    try {
      renderer.setClearAlpha(0);
      this.#blurInto(renderer, raw, half, foot, BLURS[0] ?? 0);
      this.#blurInto(renderer, raw, half, wide, BLURS[1] ?? 0);
    } finally {
      renderer.setClearAlpha(alpha);
      renderer.setRenderTarget(target);
    }
  }

  dispose(): void {
    for (const target of this.#targets) target.dispose();
    this.floor.geometry.dispose();
    this.floor.material.dispose();
    this.#blur.dispose();
    this.#depth.dispose();
    this.#cut.dispose();
  }

  #blurInto(
    renderer: WebGLRenderer,
    from: WebGLRenderTarget,
    half: WebGLRenderTarget,
    to: WebGLRenderTarget,
    radius: number,
  ): void {
    const pass = (source: WebGLRenderTarget, target: WebGLRenderTarget, x: number, y: number): void => {
      this.#blurUniforms.source.value = source.texture;
      this.#blurUniforms.step.value.set(x, y);
      renderer.setRenderTarget(target);
      renderer.clear();
      renderer.render(this.#quadScene, this.#camera);
    };
    pass(from, half, radius * 2, 0);
    pass(half, to, 0, radius * 2);
  }
}

function describeSeen(product: Object3D): string {
  const [unseen, glass] = [listUnseen(product), listGlass(product)];
  return [
    unseen.map(({ uuid }) => uuid),
    glass.map(({ uuid }) => uuid),
    listCut(product).map(describeCut),
  ].join('/');
}

import {
  type Box3,
  CustomBlending,
  DepthTexture,
  LinearMipmapLinearFilter,
  Matrix4,
  Mesh,
  type Object3D,
  OneFactor,
  OneMinusSrcAlphaFactor,
  PerspectiveCamera,
  Plane,
  PlaneGeometry,
  type Scene,
  ShaderMaterial,
  type Texture,
  Vector2,
  Vector3,
  Vector4,
  type WebGLRenderer,
  type WebGLRenderTarget,
  ZeroFactor,
} from 'three';
import { PICTURE_LAYER } from './capture-layers.ts';
import { openDisplayTarget } from './display-target.ts';

/** Share of the pixels' sides that the mirrored product is drawn with: the blur hides the rest. */
const RESOLUTION = 0.5;
/** Beyond so many sizes of the product its mirror image is not drawn. */
const REACH = 12;
/** Less than this of what is mirrored cannot be seen, and is not drawn. */
const LEAST = 0.004;
/** Of glass and varnish seen from above; the tracer's. */
const F0 = 0.04;

const VERTEX = /* glsl */ `
uniform mat4 mirror;
varying vec4 vMirrored;
varying vec3 vPlace;
void main() {
  vec4 place = modelMatrix * vec4(position, 1.0);
  vPlace = place.xyz;
  vMirrored = mirror * place;
  gl_Position = projectionMatrix * viewMatrix * place;
}`;

// The lobe of tracer/kernel/assembly/floor.ts: as wide as the way to what is mirrored, and the squared roughness, make it.
const FRAGMENT = /* glsl */ `
uniform sampler2D mirrored;
uniform sampler2D depths;
uniform mat4 unproject;
uniform vec3 eye;
uniform float strength;
uniform float alpha;
uniform float size;
/** Height over width, and pixels across, of what is mirrored; half of the view's height at a distance of 1. */
uniform vec4 shape;
/** Corners of what the product takes of what is mirrored. */
uniform vec4 bounds;
varying vec4 vMirrored;
varying vec3 vPlace;

const float TURN = 2.39996323;

vec4 look(vec2 at, float level) {
  vec2 inside = step(abs(at - 0.5), vec2(0.5));
  return textureLod(mirrored, at, level) * inside.x * inside.y;
}

/** From the floor to what is seen in the mirror; below 0 for nothing. */
float wayTo(vec2 at, float floorWay) {
  float depth = texture2D(depths, at).r;
  if (depth >= 1.0) return -1.0;
  vec4 point = unproject * vec4(at * 2.0 - 1.0, depth * 2.0 - 1.0, 1.0);
  return max(0.0, length(point.xyz / point.w) - floorWay);
}

void main() {
  vec3 view = eye - vPlace;
  float floorWay = length(view);
  float away = 1.0 - view.y / floorWay;
  float fresnel = ${F0} + ${1 - F0} * away * away * away * away * away;
  vec2 at = vMirrored.xy / vMirrored.w;
  float spin = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) * 6.2831853;
  vec2 round = vec2(shape.x, 1.0);
  // 1. How far away it is, where the blur may reach.
  float guess = 0.25 * size;
  float reach = 2.0 * alpha * guess / (floorWay + guess) / shape.z;
  vec2 apart = max(max(bounds.xy - at, at - bounds.zw), 0.0) / round;
  bool isFar = length(apart) > 1.5 * reach;
  float sum = 0.0;
  float count = 0.0;
  for (int i = 0; i < 8; i++) {
    if (isFar) break;
    float turn = float(i) * TURN + spin;
    float way = wayTo(at + reach * 1.5 * sqrt(float(i) / 8.0) * round * vec2(cos(turn), sin(turn)), floorWay);
    if (way < 0.0) continue;
    sum += way;
    count += 1.0;
  }
  // 2. As blurred as that. Most of the floor mirrors nothing, and looks no further: a loop that nobody goes on with costs
  // nothing, where what is discarded would be worked out to its end.
  float way = sum / max(1.0, count);
  float radius = 2.0 * alpha * way / (floorWay + way) / shape.z;
  float level = max(0.0, log2(radius * shape.y * 0.6));
  vec4 seen = vec4(0.0);
  for (int i = 0; i < 16; i++) {
    if (count == 0.0) break;
    float u = (float(i) + 0.5) / 17.0;
    float turn = float(i) * TURN + spin;
    seen += look(at + radius * sqrt(u / (1.0 - u)) * round * vec2(cos(turn), sin(turn)), level);
  }
  gl_FragColor = seen / 16.0 * min(1.0, fresnel * strength);
}`;

/** The product's mirror image in the floor, as glossy and as blurred as Studio's. Drawn anew with each whole frame. */
export class FloorReflection {
  readonly floor: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly #uniforms = {
    mirror: { value: new Matrix4() },
    mirrored: { value: null as Texture | null },
    depths: { value: null as Texture | null },
    unproject: { value: new Matrix4() },
    eye: { value: new Vector3() },
    strength: { value: 0 },
    alpha: { value: 0 },
    size: { value: 1 },
    shape: { value: new Vector4() },
    bounds: { value: new Vector4() },
  };
  readonly #eye = new PerspectiveCamera();
  #target: WebGLRenderTarget | null = null;

  constructor() {
    this.floor = new Mesh(
      new PlaneGeometry(1, 1),
      new ShaderMaterial({
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        uniforms: this.#uniforms,
        // In the opaque list and before the product, as its shadow is.
        blending: CustomBlending,
        blendSrc: OneFactor,
        blendDst: OneMinusSrcAlphaFactor,
        // What it lies on keeps its alpha, see StageGrade.
        blendSrcAlpha: ZeroFactor,
        blendDstAlpha: OneFactor,
        depthTest: false,
        depthWrite: false,
        toneMapped: false,
      }),
    );
    this.floor.rotation.x = -Math.PI / 2;
    this.floor.renderOrder = -890;
    this.floor.visible = false;
    this.#eye.layers.set(PICTURE_LAYER);
  }

  /**
   * Draws the mirror image for a camera, or nothing where it could not be seen.
   *
   * @param floor Its height, NaN for none; and the bounds of the product. @param hidden What is not mirrored.
   */
  draw(
    renderer: WebGLRenderer,
    scene: Scene,
    camera: PerspectiveCamera,
    floor: { readonly y: number; readonly bounds: Box3; readonly gloss: number; readonly roughness: number },
    hidden: readonly Object3D[],
  ): void {
    this.floor.visible = false;
    const { y, bounds, gloss, roughness } = floor;
    const size = Math.max(...bounds.getSize(new Vector3()));
    const eye = new Vector3().setFromMatrixPosition(camera.matrixWorld);
    if (!(gloss > LEAST) || !(eye.y > y) || !(size > 0)) return;
    this.#mirror(camera, eye, y);
    const drawn = renderer.getDrawingBufferSize(new Vector2()).multiplyScalar(RESOLUTION).ceil();
    this.#target ??= openTarget();
    this.#target.setSize(drawn.x, drawn.y);
    const shown = hidden.map(({ visible }) => visible);
    const before = renderer.getRenderTarget();
    const alpha = renderer.getClearAlpha();
    try {
      for (const object of hidden) object.visible = false;
      renderer.setClearAlpha(0);
      renderer.setRenderTarget(this.#target);
      renderer.clear();
      renderer.render(scene, this.#eye);
    } finally {
      for (const [index, object] of hidden.entries()) object.visible = shown[index] === true;
      renderer.setRenderTarget(before);
      renderer.setClearAlpha(alpha);
    }
    const uniforms = this.#uniforms;
    uniforms.mirrored.value = this.#target.texture;
    uniforms.depths.value = this.#target.depthTexture;
    uniforms.unproject.value.copy(this.#eye.projectionMatrixInverse);
    uniforms.eye.value.copy(eye);
    uniforms.strength.value = gloss;
    uniforms.alpha.value = Math.max(1e-4, roughness * roughness);
    uniforms.size.value = size;
    const half = Math.tan((camera.fov * Math.PI) / 360);
    projectBounds(bounds, uniforms.mirror.value, uniforms.bounds.value);
    uniforms.shape.value.set(drawn.y / drawn.x, drawn.y, 2 * half, 0);
    this.floor.position.set(0, y, 0);
    this.floor.scale.set(size * REACH, size * REACH, 1);
    this.floor.updateMatrixWorld();
    this.floor.visible = true;
  }

  /** Frees what it holds on the card; the next frame takes it again. */
  release(): void {
    this.#target?.depthTexture?.dispose();
    this.#target?.dispose();
    this.#target = null;
  }

  dispose(): void {
    this.release();
    this.floor.geometry.dispose();
    this.floor.material.dispose();
  }

  /** Puts the eye where the camera is in the mirror, and lets it see only what is above the floor (Lengyel 2005). */
  #mirror(camera: PerspectiveCamera, eye: Vector3, y: number): void {
    const mirrored = this.#eye;
    const turn = (point: Vector3): Vector3 => point.setY(2 * y - point.y);
    const ahead = turn(camera.getWorldDirection(new Vector3()).add(eye));
    mirrored.position.copy(turn(eye.clone()));
    const up = new Vector3(0, 1, 0).transformDirection(camera.matrixWorld);
    mirrored.up.set(up.x, -up.y, up.z).negate();
    mirrored.lookAt(ahead);
    mirrored.near = camera.near;
    mirrored.far = camera.far;
    mirrored.updateMatrixWorld();
    mirrored.projectionMatrix.copy(camera.projectionMatrix);
    const plane = new Plane(new Vector3(0, 1, 0), -y).applyMatrix4(mirrored.matrixWorldInverse);
    const clip = new Vector4(plane.normal.x, plane.normal.y, plane.normal.z, plane.constant);
    const { elements } = mirrored.projectionMatrix;
    const [sx = 1, sy = 1, ox = 0, oy = 0] = [elements[0], elements[5], elements[8], elements[9]];
    const corner = new Vector4(
      (Math.sign(clip.x) + ox) / sx,
      (Math.sign(clip.y) + oy) / sy,
      -1,
      (1 + (elements[10] ?? -1)) / (elements[14] ?? -1),
    );
    clip.multiplyScalar(2 / clip.dot(corner));
    elements[2] = clip.x;
    elements[6] = clip.y;
    elements[10] = clip.z + 1;
    elements[14] = clip.w;
    mirrored.projectionMatrixInverse.copy(mirrored.projectionMatrix).invert();
    this.#uniforms.mirror.value
      .set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1)
      .multiply(mirrored.projectionMatrix)
      .multiply(mirrored.matrixWorldInverse);
  }
}

/** What a box takes of a picture: least and greatest place across and upwards; all where a corner is behind the eye. */
function projectBounds({ min, max }: Box3, projection: Matrix4, corners: Vector4): void {
  const [across, upwards]: [number[], number[]] = [[], []];
  const corner = new Vector4();
  for (let i = 0; i < 8; i++) {
    corner
      .set(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z, 1)
      .applyMatrix4(projection);
    across.push(...(corner.w > 0 ? [corner.x / corner.w] : [0, 1]));
    upwards.push(...(corner.w > 0 ? [corner.y / corner.w] : [0, 1]));
  }
  corners.set(Math.min(...across), Math.min(...upwards), Math.max(...across), Math.max(...upwards));
}

function openTarget(): WebGLRenderTarget {
  const target = openDisplayTarget();
  target.texture.generateMipmaps = true;
  target.texture.minFilter = LinearMipmapLinearFilter;
  target.depthTexture = new DepthTexture(1, 1);
  return target;
}

import {
  BufferAttribute,
  BufferGeometry,
  Camera,
  Mesh,
  NearestFilter,
  Scene,
  ShaderMaterial,
  SRGBColorSpace,
  type Texture,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';

/** Side of what is drawn for the card alone. */
const UNSEEN_PX = 16;

const VERTEX = /* glsl */ `
void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }`;

const FRAGMENT = /* glsl */ `
uniform sampler2D drawn;
void main() { gl_FragColor = vec4(texelFetch(drawn, ivec2(gl_FragCoord.xy), 0).rgb, 1.0); }`;

/**
 * A frame whose edges are not smoothed. Where the processor draws, a million small triangles cost it 0.9 s so and 3.3 s
 * with smoothed edges, because it shades four places of a pixel for each triangle that comes near one.
 */
export class DraftFrame {
  #target: WebGLRenderTarget | null = null;
  readonly #scene = new Scene();
  readonly #camera = new Camera();
  readonly #triangle = new BufferGeometry();
  readonly #uniforms = { drawn: { value: null as Texture | null } };
  readonly #material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: this.#uniforms,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  });

  constructor() {
    const corners = new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]);
    this.#triangle.setAttribute('position', new BufferAttribute(corners, 3));
    const mesh = new Mesh(this.#triangle, this.#material);
    mesh.frustumCulled = false;
    this.#scene.add(mesh);
  }

  /** Does `draw` with the renderer on this frame, and puts it on the canvas. */
  show(renderer: WebGLRenderer, draw: () => void): void {
    const { x, y } = renderer.getDrawingBufferSize(new Vector2());
    this.#target ??= openTarget();
    this.#target.setSize(x, y);
    drawInto(renderer, this.#target, draw);
    this.#uniforms.drawn.value = this.#target.texture;
    renderer.render(this.#scene, this.#camera);
  }

  /** Does `draw` with the renderer on a few pixels that nobody sees: the card takes or refuses what it draws. */
  drawUnseen(renderer: WebGLRenderer, draw: () => void): void {
    const target = openTarget();
    target.setSize(UNSEEN_PX, UNSEEN_PX);
    try {
      drawInto(renderer, target, draw);
    } finally {
      target.dispose();
    }
  }

  /** Frees what it holds on the card; the next frame takes it again. */
  release(): void {
    this.#target?.dispose();
    this.#target = null;
  }

  dispose(): void {
    this.release();
    this.#triangle.dispose();
    this.#material.dispose();
  }
}

function drawInto(renderer: WebGLRenderer, target: WebGLRenderTarget, draw: () => void): void {
  renderer.setRenderTarget(target);
  try {
    draw();
  } finally {
    renderer.setRenderTarget(null);
  }
}

/** Colours come out as on the canvas, of the same programs: three.js gives targets of headsets its tone mapping. */
function openTarget(): WebGLRenderTarget {
  const target = new WebGLRenderTarget(1, 1, {
    colorSpace: SRGBColorSpace,
    // The shaders write display values already.
    internalFormat: 'RGBA8',
    minFilter: NearestFilter,
    magFilter: NearestFilter,
  });
  return Object.assign(target, { isXRRenderTarget: true });
}

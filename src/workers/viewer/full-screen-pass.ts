import {
  BufferAttribute,
  BufferGeometry,
  Camera,
  type IUniform,
  Mesh,
  Scene,
  ShaderMaterial,
  type ShaderMaterialParameters,
  type WebGLRenderer,
} from 'three';

/** One triangle that covers all that is drawn on, for shaders that take `position` as the place. */
export function openFullScreenMesh(material: ShaderMaterial): Mesh<BufferGeometry, ShaderMaterial> {
  const triangle = new BufferGeometry();
  const corners = new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]);
  triangle.setAttribute('position', new BufferAttribute(corners, 3));
  const mesh = new Mesh(triangle, material);
  mesh.frustumCulled = false;
  return mesh;
}

/** Runs a shader over all that is drawn on. */
export class FullScreenPass {
  readonly #scene = new Scene();
  readonly #camera = new Camera();
  readonly #mesh: Mesh<BufferGeometry, ShaderMaterial>;

  /** @param material Freed with it. */
  constructor(material: ShaderMaterial) {
    this.#mesh = openFullScreenMesh(material);
    this.#scene.add(this.#mesh);
  }

  draw(renderer: WebGLRenderer): void {
    renderer.render(this.#scene, this.#camera);
  }

  dispose(): void {
    this.#mesh.geometry.dispose();
    this.#mesh.material.dispose();
  }
}

const VERTEX = /* glsl */ `
void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }`;

/**
 * A pass that takes display values as they are, over what is there.
 *
 * @param blending How it lies on that; without it, in its place.
 */
export function openPass<Uniforms extends Record<string, IUniform>>(
  fragmentShader: string,
  uniforms: Uniforms,
  blending: Pick<ShaderMaterialParameters, 'transparent' | 'blending' | 'premultipliedAlpha'> = {},
): { readonly uniforms: Uniforms; readonly pass: FullScreenPass } {
  const plain = { depthTest: false, depthWrite: false, toneMapped: false };
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader,
    uniforms,
    ...plain,
    ...blending,
  });
  return { uniforms, pass: new FullScreenPass(material) };
}

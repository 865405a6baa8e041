import {
  CustomBlending,
  type IUniform,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  SrcColorFactor,
  ZeroFactor,
} from 'three';

/**
 * A level plane that darkens the floor of the stage by what its shader says is left of the light; unseen at first.
 *
 * @param renderOrder Below zero: in the opaque list and before the product, so that a flat base never fights with the floor for depth.
 */
export function openShade(
  vertexShader: string,
  fragmentShader: string,
  uniforms: Record<string, IUniform>,
  renderOrder: number,
): Mesh<PlaneGeometry, ShaderMaterial> {
  const material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms,
    blending: CustomBlending,
    blendSrc: ZeroFactor,
    blendDst: SrcColorFactor,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  });
  const floor = new Mesh(new PlaneGeometry(1, 1), material);
  floor.rotation.x = -Math.PI / 2;
  floor.renderOrder = renderOrder;
  floor.visible = false;
  return floor;
}

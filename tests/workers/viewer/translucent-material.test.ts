import { Texture } from 'three';
import { expect, test } from 'vitest';
import { TranslucentMaterial } from '../../../src/workers/viewer/translucent-material.ts';

/** What the shader gets of where its maps lie. */
function transformsOf(material: TranslucentMaterial): number[][] {
  const shader = {
    uniforms: {} as Record<string, { value: { elements: number[] } }>,
    vertexShader: '#include <common>\n#include <uv_vertex>',
    fragmentShader: '#include <common>\n#include <lights_physical_pars_fragment>\n#include <aomap_fragment>',
  };
  material.onBeforeCompile(shader as never);
  material.onBeforeRender();
  return ['diffuseTransmissionTransform', 'diffuseTransmissionColorTransform'].map((name) =>
    Array.from(shader.uniforms[name]?.value.elements ?? [], (value) => value + 0),
  );
}

test('a map lies as the loader laid it, also where it did so by hand', () => {
  // glTF turns what was scaled, three.js scales what was turned: the loader writes such a matrix itself.
  const turned = new Texture();
  turned.repeat.set(3, 1);
  turned.rotation = Math.PI / 2;
  turned.matrix.set(0, 1, 0.5, -3, 0, 0.25, 0, 0, 1);
  turned.matrixAutoUpdate = false;
  const moved = new Texture();
  moved.offset.set(0.5, 0.25);
  const material = new TranslucentMaterial();
  material.lay(turned, moved);
  expect(transformsOf(material)).toEqual([
    [0, -3, 0, 1, 0, 0, 0.5, 0.25, 1],
    [1, 0, 0, 0, 1, 0, 0.5, 0.25, 1],
  ]);
});

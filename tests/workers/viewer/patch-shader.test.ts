import { Group, MeshStandardMaterial, ShaderLib } from 'three';
import { expect, test } from 'vitest';
import { patchShader } from '../../../src/workers/viewer/patch-shader.ts';
import { createSurfaceUniforms, SurfaceMaterial } from '../../../src/workers/viewer/surface-material.ts';
import { TriplanarMaterial } from '../../../src/workers/viewer/triplanar-material.ts';

type Shader = Parameters<MeshStandardMaterial['onBeforeCompile']>[0];
type Source = Pick<Shader, 'vertexShader' | 'fragmentShader'>;

const compile = (material: { onBeforeCompile: (shader: Shader) => void }, source: Source): void =>
  material.onBeforeCompile({ uniforms: {}, ...source } as unknown as Shader);

const triplanar = () => new TriplanarMaterial({}, new Group());
const PATCHED = {
  'a library texture': { of: ShaderLib.standard, material: triplanar },
  'what a surface is': {
    of: ShaderLib.normal,
    material: () => new SurfaceMaterial(new MeshStandardMaterial(), 1, createSurfaceUniforms(), false, true),
  },
  'what a surface with a library texture is': {
    of: ShaderLib.normal,
    material: () => new SurfaceMaterial(triplanar(), 1, createSurfaceUniforms(), false, true),
  },
};
/** Texts that three.js could lose with any version. */
const TEXTS = ['#include <common>', '#include <project_vertex>', '#include <normal_fragment_maps>'];

test.each(Object.entries(PATCHED))(
  '%s is drawn by the shaders of this three.js',
  (_name, { of, material }) => {
    expect(() => compile(material(), of)).not.toThrow();
  },
);

test.each(TEXTS)('a three.js without %s is not drawn with in silence', (text) => {
  const { vertexShader, fragmentShader } = ShaderLib.standard;
  const lacking = {
    vertexShader: vertexShader.replaceAll(text, ''),
    fragmentShader: fragmentShader.replaceAll(text, ''),
  };
  expect(() => compile(triplanar(), lacking)).toThrow(`three.js has a shader without "${text}"`);
});

test('a change stands in place of its text as it is written, also where it has dollar signs', () => {
  expect(
    patchShader('a b c', [
      ['b', '$& b'],
      ['c', 'd'],
    ]),
  ).toBe('a $& b d');
});

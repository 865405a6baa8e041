import { type Material, MeshPhysicalMaterial, Object3D, ShaderLib, Texture, type WebGLRenderer } from 'three';
import { expect, test } from 'vitest';
import { StageLabels } from '../../../src/workers/viewer/stage-labels.ts';
import { TriplanarMaterial } from '../../../src/workers/viewer/triplanar-material.ts';

/** What a card reads for one surface at the least (WebGL 2). */
const CARD = 16;
/** What a surface mirrors, sees of the sky, and gives back of it. */
const ALWAYS = 3;
const renderer = { capabilities: { maxTextures: CARD } } as WebGLRenderer;

const metal = () => {
  const map = () => new Texture();
  return new MeshPhysicalMaterial({ map: map(), normalMap: map(), metalnessMap: map(), roughnessMap: map() });
};
const cloth = () => {
  const material = new TriplanarMaterial({}, new Object3D());
  const [colour, normal, roughness] = [new Texture(), new Texture(), new Texture()];
  material.lay(
    { colour, normal, roughness },
    { tileSize: 1, rotationRadians: 0, bumpHeight: 0, normalScale: 1 },
  );
  return material;
};

test.for<[string, () => Material, maps: number, numSpotLightMaps: number, boolean]>([
  ['four maps', metal, 4, 0, false],
  ['four maps, seen through', metal, 4, 0, true],
  ['four maps, before lamps', metal, 4, 4, false],
  ['a library material', cloth, 3, 3, false],
  ['a library material, before more patterns than a card reads', cloth, 3, 12, false],
])(
  'of eight labels on one part those are drawn that the card can read beside all else: %s',
  ([, make, maps, numSpotLightMaps, transmission]) => {
    const material = make();
    new StageLabels(new Object3D(), renderer).wear(material, 0xff);
    const { vertexShader, fragmentShader } = ShaderLib.physical;
    const shader = { uniforms: {}, vertexShader, fragmentShader, numSpotLightMaps, transmission };
    material.onBeforeCompile(shader as never, renderer);
    const drawn = [...shader.fragmentShader.matchAll(/uniform sampler2D labelMap(\d)/g)].map(([, slot]) =>
      Number(slot),
    );
    const room = CARD - ALWAYS - maps - numSpotLightMaps - (transmission ? 1 : 0);
    // The lowest go.
    expect(drawn).toEqual([0, 1, 2, 3, 4, 5, 6, 7].slice(8 - Math.min(8, Math.max(0, room))));
  },
);

import sharp from 'sharp';

/** Noise of a size, so that nothing about it compresses well. */
export function makeNoise(sizePx, channels = 3) {
  return sharp({
    create: {
      width: sizePx,
      height: sizePx,
      channels,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const MASKS = 5;

/** Fields and files of an order with all six passes and as many masks as an order may have. */
export async function makeOrderForm(project, sizePx) {
  const scene = {
    modelHash: project.model_hash,
    modelName: project.model_name,
    normalisation: IDENTITY,
    modelTransform: IDENTITY,
    hiddenNodes: [],
    toneMapping: 'neutral',
    exposure: 0.6,
    dressings: [],
  };
  const texts = {
    project_id: project.id,
    renderview_parameters: JSON.stringify({ position: [0, 0, 9], target: [0, 0, 0], fov: 45 }),
    scene: JSON.stringify(scene),
    background_color: '#123456',
    positive_prompt: 'a chair',
    width: sizePx,
    height: sizePx,
    quality: 'draft',
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.set(name, String(value));
  const colour = await makeNoise(sizePx).png().toBuffer();
  const grey = await makeNoise(sizePx).toColourspace('b-w').png().toBuffer();
  const sketch = await makeNoise(sizePx).ensureAlpha(0).png().toBuffer();
  const passes = {
    viewer_snapshot: colour,
    outline_snapshot: grey,
    depth: grey,
    normal: colour,
    alpha: grey,
    lightmap: sketch,
  };
  const set = (name, bytes) => form.set(name, new Blob([bytes], { type: 'image/png' }), `${name}.png`);
  for (const [name, bytes] of Object.entries(passes)) set(name, bytes);
  for (let index = 0; index < MASKS; index += 1) {
    const mask = {
      material_id: `00000000-0000-4000-8000-00000000000${index}`,
      mask_name: `part ${index}`,
      material_name: 'Oak',
      original_names: '[]',
      is_prioritized: 'false',
      priority: String(index),
      locked: String(index === MASKS - 1),
    };
    for (const [name, value] of Object.entries(mask)) form.set(`masks[${index}][${name}]`, value);
    set(`masks[${index}][mask_image]`, grey);
  }
  return form;
}

/** A GLB of one triangle: the quickest model there is to draw. */
export function makeTriangle() {
  const positions = Buffer.from(new Float32Array([-1, -1, 0, 1, -1, 0, 0, 1, 0]).buffer);
  const json = JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    buffers: [{ byteLength: positions.length }],
    bufferViews: [{ buffer: 0, byteLength: positions.length }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [-1, -1, 0], max: [1, 1, 0] },
    ],
  });
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4));
  const head = Buffer.alloc(20);
  head.write('glTF', 0);
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(28 + text.length + positions.length, 8);
  head.writeUInt32LE(text.length, 12);
  head.write('JSON', 16);
  const middle = Buffer.alloc(8);
  middle.writeUInt32LE(positions.length, 0);
  middle.write('BIN\0', 4);
  return Buffer.concat([head, text, middle, positions]);
}

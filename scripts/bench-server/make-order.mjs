import sharp from 'sharp';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const MASKS = 5;

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

/**
 * An order of a project's model as the page sends it.
 *
 * @param changes.isWhole With all six passes and as many masks as an order may have; else the snapshot alone.
 * @param changes.fields Added to the ones that every order has.
 */
export async function makeOrder(project, sizePx, { isWhole, fields = {} }) {
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
  const form = new FormData();
  const texts = {
    project_id: project.id,
    renderview_parameters: JSON.stringify({ position: [0, 0, 9], target: [0, 0, 0], fov: 45 }),
    scene: JSON.stringify(scene),
    background_color: '#123456',
    positive_prompt: 'a chair',
    width: sizePx,
    height: sizePx,
    ...fields,
  };
  for (const [name, value] of Object.entries(texts)) form.set(name, String(value));
  const set = (name, bytes) => form.set(name, new Blob([bytes], { type: 'image/png' }), `${name}.png`);
  const colour = await makeNoise(sizePx).png().toBuffer();
  set('viewer_snapshot', colour);
  if (isWhole) await setParts(set, form, colour, sizePx);
  return packForm(form);
}

/** The other passes, and the masks. */
async function setParts(set, form, colour, sizePx) {
  const grey = await makeNoise(sizePx).toColourspace('b-w').png().toBuffer();
  set('outline_snapshot', grey);
  set('depth', grey);
  set('normal', colour);
  set('alpha', grey);
  set('lightmap', await makeNoise(sizePx).ensureAlpha(0).png().toBuffer());
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
}

/** Content type and bytes of a form, to be sent as often as one likes. */
export async function packForm(form) {
  const whole = new Response(form);
  const headers = { 'content-type': whole.headers.get('content-type') };
  return { headers, body: Buffer.from(await whole.arrayBuffer()) };
}

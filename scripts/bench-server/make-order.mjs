import sharp from 'sharp';

const SIZE_PX = 64;
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** An order of the sample project as the page sends it: content type and bytes of its form. */
export async function makeOrder(project) {
  const image = sharp({ create: { width: SIZE_PX, height: SIZE_PX, channels: 3, background: '#808080' } });
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
  const fields = {
    project_id: project.id,
    renderview_parameters: JSON.stringify({ position: [0, 0, 9], target: [0, 0, 0], fov: 45 }),
    scene: JSON.stringify(scene),
    background_color: '#123456',
    positive_prompt: 'a chair',
    width: SIZE_PX,
    height: SIZE_PX,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set(
    'viewer_snapshot',
    new Blob([await image.png().toBuffer()], { type: 'image/png' }),
    'snapshot.png',
  );
  const whole = new Response(form);
  const type = whole.headers.get('content-type');
  return { headers: { 'content-type': type }, body: Buffer.from(await whole.arrayBuffer()) };
}

import { openWorkers } from '../../../src/workers/open.ts';

const { api } = openWorkers('').openViewer(document.getElementById('host'));
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/**
 * Takes the stage's picture of a model that is seen from the hero angle.
 *
 * @param path Of a GLB on this server. @param normalisation Column-major.
 * @param floor Its settings.
 * @returns RGBA as base64: what is seen, and how much of it is product; and from where it is seen.
 */
async function shoot(path, normalisation, background, sizePx, floor) {
  const glb = await (await fetch(path)).blob();
  await api.setBackground(background);
  await api.setPictureSize(sizePx, sizePx);
  await api.setFloor(floor);
  await api.show({
    id: path,
    glb,
    normalisation,
    modelTransform: IDENTITY,
    upAxis: 'Y_UP',
    hiddenNodes: [],
    camera: 'hero',
  });
  const pose = await api.camera();
  const { snapshot, alpha } = await api.capturePasses(pose, sizePx, sizePx, ['snapshot', 'alpha']);
  return { pose, snapshot: encode(snapshot), alpha: encode(alpha) };
}

function encode(buffer) {
  let text = '';
  for (const byte of new Uint8Array(buffer)) text += String.fromCharCode(byte);
  return btoa(text);
}

window.bench = { shoot };

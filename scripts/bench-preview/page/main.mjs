import { openWorkers } from '../../../src/workers/open.ts';

const { api } = openWorkers('').openViewer(document.getElementById('host'));
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/**
 * Takes the stage's picture of a model that is seen from the hero angle, or turned and raised from there.
 *
 * @param path Of a GLB on this server. @param normalisation Column-major.
 * @param setting What it stands in, see `settings.mjs`.
 * @returns RGBA as base64: what is seen, and how much of it is product; and from where it is seen.
 */
async function shoot(path, normalisation, sizePx, setting) {
  const glb = await (await fetch(path)).blob();
  const {
    background,
    floor,
    toneMapping,
    exposure,
    rig = null,
    environment = null,
    fileLights,
    view,
  } = setting;
  await api.setBackground(background);
  await api.setPictureSize(sizePx, sizePx);
  await api.setFloor(floor);
  await api.setToneMapping(toneMapping, exposure);
  await api.setLighting({ lighting: 'studio', creativity: 0, seed: 0, rig });
  await api.setEnvironment(environment && { environment, picture: null });
  await api.setFileLights(fileLights ?? { isOn: false, strength: 1 });
  await api.show({
    id: path,
    glb,
    normalisation,
    modelTransform: IDENTITY,
    upAxis: 'Y_UP',
    hiddenNodes: [],
    camera: 'hero',
  });
  if (view !== undefined) await api.setCamera(seenFrom(await api.camera(), view), 0);
  const pose = await api.camera();
  const { snapshot, alpha } = await api.capturePasses(pose, sizePx, sizePx, ['snapshot', 'alpha']);
  return { pose, snapshot: encode(snapshot), alpha: encode(alpha) };
}

/** Degrees about the vertical and above the horizon; as large in the picture as it was. */
function seenFrom(pose, { azimuthDegrees, elevationDegrees, fovDegrees }) {
  const away = Math.hypot(...pose.position.map((value, k) => value - pose.target[k]));
  const half = (degrees) => Math.tan((degrees * Math.PI) / 360);
  const distance = (away * half(pose.fovDegrees)) / half(fovDegrees);
  const [a, e] = [azimuthDegrees, elevationDegrees].map((degrees) => (degrees * Math.PI) / 180);
  const front = [Math.cos(e) * Math.sin(a), Math.sin(e), Math.cos(e) * Math.cos(a)];
  return { ...pose, fovDegrees, position: pose.target.map((value, k) => value + distance * front[k]) };
}

function encode(buffer) {
  let text = '';
  for (const byte of new Uint8Array(buffer)) text += String.fromCharCode(byte);
  return btoa(text);
}

window.bench = { shoot };

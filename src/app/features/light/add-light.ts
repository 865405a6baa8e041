import { RIG_LIGHTS_MAX } from '../../../contract/constants.ts';
import type { LightRig, LightRole, RigLight } from '../../../contract/scene/light-rig.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { editRig, rigOf } from './edit-rig.ts';

type Plan = Omit<RigLight, 'id' | 'role' | 'isOn'>;

const WHITE = { shape: 'rectangle', kelvin: 5_600, distance: 4 } as const;

/** A light as it comes, by what it is for. */
const PLANS: Readonly<Record<LightRole, Plan>> = {
  key: { ...WHITE, azimuthDegrees: -40, elevationDegrees: 38, width: 3, height: 3, intensity: 0.7 },
  fill: { ...WHITE, azimuthDegrees: 55, elevationDegrees: 20, width: 5, height: 5, intensity: 0.25 },
  strip: { ...WHITE, azimuthDegrees: 70, elevationDegrees: 4, width: 1, height: 7, intensity: 0.35 },
  rim: { ...WHITE, azimuthDegrees: 145, elevationDegrees: 26, width: 1.2, height: 6, intensity: 0.4 },
  top: { ...WHITE, azimuthDegrees: 0, elevationDegrees: 84, width: 4, height: 4, intensity: 0.4 },
  back: { ...WHITE, azimuthDegrees: 180, elevationDegrees: 14, width: 8, height: 6, intensity: 0.5 },
  window: {
    ...WHITE,
    azimuthDegrees: -80,
    elevationDegrees: 22,
    width: 4.5,
    height: 5.5,
    kelvin: 6_400,
    intensity: 0.8,
  },
  sun: {
    shape: 'octagon',
    azimuthDegrees: -38,
    elevationDegrees: 42,
    distance: 20,
    width: 0.6,
    height: 0.6,
    kelvin: 5_000,
    intensity: 1,
  },
};

type LightApp = Pick<App, 'state' | 'commands' | 'texts' | 'outside'>;

/** Hangs another light and chooses it. */
export function addLight(app: LightApp, role: LightRole): void {
  append(app, app.texts().t.light.undoAdd, { ...PLANS[role], role, isOn: true });
}

/** Hangs a light like another a little to its right, and chooses it. */
export function duplicateLight(app: LightApp, { id: _id, ...light }: RigLight): void {
  const azimuth = light.azimuthDegrees + 20;
  const azimuthDegrees = azimuth > 180 ? azimuth - 360 : azimuth;
  append(app, app.texts().t.light.undoAdd, { ...light, azimuthDegrees });
}

/** Takes a light away. The one that took its place in the list is chosen. */
export function removeLight(app: LightApp, id: string): void {
  const { lights } = rigOf(currentSettings(app));
  const index = lights.findIndex((light) => light.id === id);
  if (index < 0) return;
  const left = lights.filter((light) => light.id !== id);
  editRig(app, app.texts().t.light.undoRemove, (rig) => ({
    ...rig,
    lights: left,
    soloId: rig.soloId === id ? null : rig.soloId,
  }));
  app.state.light.selectedId = left[Math.min(index, left.length - 1)]?.id ?? null;
  if (left.length === 0) app.state.light.isPlacing = false;
}

function append(app: LightApp, label: string, light: Omit<RigLight, 'id'>): void {
  const { lights } = rigOf(currentSettings(app));
  if (lights.length >= RIG_LIGHTS_MAX) return;
  const id = app.outside.randomUuid();
  editRig(app, label, (rig): LightRig => ({ ...rig, lights: [...rig.lights, { ...light, id }] }));
  app.state.light.selectedId = id;
}

import type { RigLight } from '../../../contract/scene/light-rig.ts';
import type { App } from '../../core/app.ts';
import type { Texts } from '../../texts/use-texts.ts';
import { changeLight, editRig } from './edit-rig.ts';

type RigApp = Pick<App, 'state' | 'commands'>;

/** Sets one thing of a light; a drag of a slider is one step to undo. */
export function setLightField(
  app: RigApp,
  texts: Texts,
  id: string,
  change: Partial<Omit<RigLight, 'id'>>,
): void {
  const key = `light-${id}-${Object.keys(change).join('-')}`;
  editRig(app, texts.t.light.undoLight, (rig) => changeLight(rig, id, change), key);
}

/** Switches a light on or off. One that goes off, or another that comes on, is alone no longer. */
export function switchLight(app: RigApp, texts: Texts, id: string, isOn: boolean): void {
  editRig(app, texts.t.light.undoLight, (rig) => ({
    ...changeLight(rig, id, { isOn }),
    soloId: isOn === (rig.soloId === id) ? rig.soloId : null,
  }));
}

/** Lets one light shine alone; null for all that are on. */
export function soloLight(app: RigApp, texts: Texts, id: string | null): void {
  editRig(app, texts.t.light.undoLight, (rig) => ({ ...rig, soloId: id }));
}

/** @param share 0 to 1; how much of the light comes from all around. @param label What the step is called. */
export function setSurroundings(app: RigApp, label: string, share: number): void {
  editRig(app, label, (rig) => ({ ...rig, surroundings: share }), 'light-surroundings');
}

/** @param label What the step is called. */
export function nameLights(app: RigApp, label: string, name: string): void {
  editRig(app, label, (rig) => ({ ...rig, name }), 'light-name');
}

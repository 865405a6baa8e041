import { RENDER_DEFAULTS } from '../../../contract/http/render-defaults.ts';
import type { FloorSettings } from '../../../contract/scene/floor.ts';
import { copyFloor } from '../../../contract/scene/floor-defaults.ts';
import type { App } from '../../core/app.ts';
import { assignSettings, currentSettings, editSettings } from '../../core/edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';
import { isSameValue } from '../../values/same-value.ts';

type Editing = Pick<App, 'state' | 'commands'>;

/** What is moved in small steps: a run of them is one step to undo. */
const MOVED = new Set<keyof FloorSettings>(['offset', 'gloss', 'roughness']);

/** Shows a floor on the stage while the person is still choosing. Nothing to undo yet. */
export function previewFloor(app: Editing, change: Partial<FloorSettings>): void {
  const { render_settings: settings } = currentSettings(app);
  assignSettings(app, { render_settings: { ...settings, floor: { ...settings.floor, ...change } } });
}

/** Changes one thing about the floor, on the stage and in the next picture. */
export function setFloor(app: Editing, texts: Texts, change: Partial<FloorSettings>): void {
  const { render_settings: settings } = currentSettings(app);
  const moved = (Object.keys(change) as (keyof FloorSettings)[]).find((field) => MOVED.has(field));
  editSettings(
    app,
    texts.t.floor.title,
    { render_settings: { ...settings, floor: { ...settings.floor, ...change } } },
    moved === undefined ? undefined : `floor-${moved}`,
  );
}

/** The floor as a new project has it. One step to undo. */
export function resetFloor(app: Editing, texts: Texts): void {
  const { render_settings: settings } = currentSettings(app);
  const floor = copyFloor(RENDER_DEFAULTS.floor);
  editSettings(app, texts.t.floor.undoReset, { render_settings: { ...settings, floor } });
}

/** True once a person changed something that {@link resetFloor} would take back. */
export function isFloorChanged(floor: FloorSettings): boolean {
  return !isSameValue(floor, RENDER_DEFAULTS.floor);
}

import type { Cyclorama } from '../../../contract/scene/floor.ts';
import { CYCLORAMA_DEFAULT } from '../../../contract/scene/floor-defaults.ts';
import type { App } from '../../core/app.ts';
import { assignSettings, currentSettings, editSettings } from '../../core/edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';

type Editing = Pick<App, 'state' | 'commands'>;

/** Lays a cyclorama behind the product, or takes it away. One step to undo. */
export function setCyclorama(app: Editing, texts: Texts, isLaid: boolean): void {
  const { render_settings: settings } = currentSettings(app);
  const { cyclorama: _, ...flat } = settings.floor;
  const floor = isLaid ? { ...flat, cyclorama: { ...CYCLORAMA_DEFAULT } } : flat;
  editSettings(app, texts.t.floor.cyclorama, { render_settings: { ...settings, floor } });
}

/** Shows a change of it on the stage while the person is still choosing. Nothing to undo yet. */
export function previewCyclorama(app: Editing, change: Partial<Cyclorama>): void {
  const changed = changeCyclorama(app, change);
  if (changed !== null) assignSettings(app, changed);
}

/**
 * Paints it, moves its wall or changes its curve: a run of small moves is one step to undo, a colour is one of its own. Nothing
 * happens where there is none.
 */
export function editCyclorama(app: Editing, texts: Texts, change: Partial<Cyclorama>): void {
  const changed = changeCyclorama(app, change);
  if (changed === null) return;
  const moved = (['distance', 'radius'] as const).find((field) => field in change);
  editSettings(app, texts.t.floor.cyclorama, changed, moved && `cyclorama-${moved}`);
}

function changeCyclorama(app: Editing, change: Partial<Cyclorama>) {
  const { render_settings: settings } = currentSettings(app);
  const { floor } = settings;
  if (floor.cyclorama === undefined) return null;
  const cyclorama = { ...floor.cyclorama, ...change };
  return { render_settings: { ...settings, floor: { ...floor, cyclorama } } };
}

import type { Cyclorama } from '../../../contract/scene/floor.ts';
import { CYCLORAMA_DEFAULT } from '../../../contract/scene/floor-defaults.ts';
import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';

type Editing = Pick<App, 'state' | 'commands'>;

/** Lays a cyclorama behind the product, or takes it away. One step to undo. */
export function setCyclorama(app: Editing, texts: Texts, isLaid: boolean): void {
  const { render_settings: settings } = currentSettings(app);
  const { cyclorama: _, ...flat } = settings.floor;
  const floor = isLaid ? { ...flat, cyclorama: { ...CYCLORAMA_DEFAULT } } : flat;
  editSettings(app, texts.t.floor.cyclorama, { render_settings: { ...settings, floor } });
}

/** Moves its wall or changes its curve; a run of small steps is one step to undo. Nothing happens where there is none. */
export function shapeCyclorama(app: Editing, texts: Texts, change: Partial<Cyclorama>): void {
  const { render_settings: settings } = currentSettings(app);
  const { floor } = settings;
  if (floor.cyclorama === undefined) return;
  const cyclorama = { ...floor.cyclorama, ...change };
  const [field = ''] = Object.keys(change);
  editSettings(
    app,
    texts.t.floor.cyclorama,
    { render_settings: { ...settings, floor: { ...floor, cyclorama } } },
    `cyclorama-${field}`,
  );
}

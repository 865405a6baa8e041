import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';
import { hideExactly } from './hide-exactly.ts';

/** Shows everything but the shapes an editor left: those that are hidden stay so. */
export function showAllParts(
  app: Pick<App, 'state' | 'commands'>,
  texts: Texts,
  helpers: ReadonlySet<number>,
): void {
  const { hidden_nodes: hidden } = currentSettings(app).render_settings;
  hideExactly(
    app,
    texts.t.parts.undoShowAll,
    hidden.filter((index) => helpers.has(index)),
  );
}

/** Shows the shapes an editor left (D7). */
export function showHelpers(
  app: Pick<App, 'state' | 'commands'>,
  texts: Texts,
  helpers: ReadonlySet<number>,
): void {
  const { hidden_nodes: hidden } = currentSettings(app).render_settings;
  hideExactly(
    app,
    texts.t.parts.undoShowHelpers,
    hidden.filter((index) => !helpers.has(index)),
  );
}

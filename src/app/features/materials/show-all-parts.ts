import type { FileNode } from '../../../contract/model-report.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';
import { hideExactly } from './hide-exactly.ts';
import { listAncestors } from './part-family.ts';

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

/** Shows the shapes an editor left (D7), and the groups above them, which would keep them out of sight. */
export function showHelpers(
  app: Pick<App, 'state' | 'commands'>,
  texts: Texts,
  nodes: readonly FileNode[],
  helpers: ReadonlySet<number>,
): void {
  const { hidden_nodes: hidden } = currentSettings(app).render_settings;
  const above = new Set([...helpers].flatMap((index) => listAncestors(nodes, index)));
  hideExactly(
    app,
    texts.t.parts.undoShowHelpers,
    hidden.filter((index) => !helpers.has(index) && !above.has(index)),
  );
}

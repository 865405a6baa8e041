import type { App } from '../../core/app.ts';
import { editSettings } from '../../core/edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** @param fraction 0 to 1. A drag is one step to undo. */
export function setCreativity(app: Pick<App, 'state' | 'commands'>, texts: Texts, fraction: number): void {
  editSettings(app, texts.t.advanced.undoCreativity, { creativity: fraction }, 'creativity');
}

import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { App } from '../../core/app.ts';
import { editSettings } from '../../core/edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** Gives the render a style. The strength stays as it was, also over a removal (S3 4). */
export function chooseStyle(app: Pick<App, 'state' | 'commands'>, texts: Texts, item: LibraryItemBody): void {
  editSettings(app, texts.t.style.undoSet(item.names[texts.language]), { style_id: item.id });
}

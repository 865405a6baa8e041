import type { OutputPx, RenderQuality } from '../../../contract/render-spec.ts';
import type { App } from '../../app.ts';
import { currentSettings, editSettings } from '../../edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';

type Editing = Pick<App, 'state' | 'commands'>;

/** How long the engine works on each picture, and what it costs (L18). */
export function setQuality(app: Editing, texts: Texts, quality: RenderQuality): void {
  const { render_settings: settings } = currentSettings(app);
  editSettings(app, texts.t.advanced.undoQuality, { render_settings: { ...settings, quality } });
}

/** Edge of the square picture in pixels. */
export function setSize(app: Editing, texts: Texts, edgePx: number): void {
  const { render_settings: settings } = currentSettings(app);
  editSettings(app, texts.t.advanced.undoSize, {
    render_settings: { ...settings, width: edgePx, height: edgePx },
  });
}

/** @param label In the person's language. @param outputPx Longest side that pictures are enlarged to; null for none. */
export function setOutput(app: Editing, label: string, outputPx: OutputPx | null): void {
  const { render_settings: settings } = currentSettings(app);
  editSettings(app, label, { render_settings: { ...settings, output_px: outputPx } });
}

/** @param label In the person's language. @param workflow Name of an operator's own graph; null for none. */
export function setWorkflow(app: Editing, label: string, workflow: string | null): void {
  const { render_settings: settings } = currentSettings(app);
  editSettings(app, label, { render_settings: { ...settings, workflow } });
}

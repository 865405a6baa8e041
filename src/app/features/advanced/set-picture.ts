import { type PictureRatio, pictureSize, ratioOf } from '../../../contract/camera/picture-frame.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { OutputPx, RenderQuality } from '../../../contract/render-spec.ts';
import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';

type Editing = Pick<App, 'state' | 'commands'>;

/** How long the engine works on each picture, and what it costs (L18). */
export function setQuality(app: Editing, texts: Texts, quality: RenderQuality): void {
  const { render_settings: settings } = currentSettings(app);
  editSettings(app, texts.t.advanced.undoQuality, { render_settings: { ...settings, quality } });
}

/** Longer side of the pictures, whose ratio stays. */
export function setSize(app: Editing, texts: Texts, longestPx: number): void {
  const { render_settings: settings } = currentSettings(app);
  const { width, height } = settings;
  const size = pictureSize(ratioOf(width, height) ?? [width, height], longestPx);
  editSettings(app, texts.t.advanced.undoSize, { render_settings: { ...settings, ...size } });
}

/** Ratio of the pictures, whose longer side stays. @param label In the person's language. */
export function setRatio(app: Editing, label: string, ratio: PictureRatio): void {
  const { render_settings: settings } = currentSettings(app);
  const size = pictureSize(ratio, Math.max(settings.width, settings.height));
  editSettings(app, label, { render_settings: { ...settings, ...size } });
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

/** @param label In the person's language. @param kept What an AI engine leaves alone of the product, and its light. */
export function setKeptProduct(
  app: Editing,
  label: string,
  kept: ProjectSettings['render_settings']['keep_product'],
): void {
  const { render_settings: settings } = currentSettings(app);
  editSettings(app, label, { render_settings: { ...settings, keep_product: kept } });
}

/** @param label In the person's language. @param keepsLayers Whether files for compositing come with each picture. */
export function setLayers(app: Editing, label: string, keepsLayers: boolean): void {
  const { render_settings: settings } = currentSettings(app);
  editSettings(app, label, { render_settings: { ...settings, keep_layers: keepsLayers } });
}

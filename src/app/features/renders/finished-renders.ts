import { ALT_TEXT_MAX_LENGTH } from '../../../contract/constants.ts';
import type { RenderBody } from '../../../contract/http/renders.ts';
import { cutText } from './cut-text.ts';

/** First 50 characters of the prompt (S3 2). */
export function altText(render: Pick<RenderBody, 'positive_prompt'>, fallback: string): string {
  return cutText(render.positive_prompt.trim(), ALT_TEXT_MAX_LENGTH) || fallback;
}

/** Renders with a picture to show, newest first. */
export function listFinished(renders: readonly RenderBody[]): RenderBody[] {
  return renders
    .filter((render) => render.output_images.length > 0)
    .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id);
}

/** The prompt's first words. */
export function titleText(render: Pick<RenderBody, 'positive_prompt'>, fallback: string): string {
  const cut = altText(render, fallback);
  return cut.length < render.positive_prompt.trim().length ? `${cut.replace(/[\s,.;]+\S*$/, '')}…` : cut;
}

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

/** What the carousel shows as one: an order, or all pictures of a set that are finished, in the set's own sequence. */
export interface RenderSlide {
  readonly key: string;
  readonly renders: readonly RenderBody[];
}

/** A set stands where its newest picture does. */
export function listSlides(finished: readonly RenderBody[]): RenderSlide[] {
  const slides = new Map<string, RenderBody[]>();
  for (const render of finished) {
    const key = render.group?.id ?? String(render.id);
    slides.set(key, [...(slides.get(key) ?? []), render]);
  }
  return [...slides].map(([key, renders]) => ({ key, renders: sortSet(renders) }));
}

/** The finished pictures of the set that a render belongs to; itself alone without one. */
export function listSet(finished: readonly RenderBody[], render: RenderBody): RenderBody[] {
  const { group } = render;
  if (group === null) return [render];
  return sortSet(finished.filter((other) => other.group?.id === group.id));
}

function sortSet(renders: readonly RenderBody[]): RenderBody[] {
  return [...renders].sort((a, b) => (a.group?.index ?? 0) - (b.group?.index ?? 0) || a.id - b.id);
}

/** "Oak · Front": which picture of its set a render is; empty for one by itself. */
export function setName({ group }: Pick<RenderBody, 'group'>): string {
  return group === null ? '' : [group.look, group.view].filter((word) => word !== '').join(' · ');
}

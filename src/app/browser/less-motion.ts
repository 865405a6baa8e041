import { subscribe } from 'valtio';
import type { Preferences } from './preferences.ts';

const QUERY = '(prefers-reduced-motion: reduce)';

/**
 * Writes on the page whether it moves less, where styles and gestures read it: the person's choice, else the device's.
 * Returns the function that stops.
 */
export function followMotion(preferences: Preferences): () => void {
  const query = matchMedia(QUERY);
  const tell = (): void => {
    const { motion } = preferences;
    const isLess = motion === 'less' || (motion === 'system' && query.matches);
    document.documentElement.dataset.motion = isLess ? 'less' : 'full';
  };
  tell();
  query.addEventListener('change', tell);
  const stop = subscribe(preferences, tell);
  return () => {
    query.removeEventListener('change', tell);
    stop();
  };
}

/** Whether the page is to move less (E17). */
export function wantsLessMotion(): boolean {
  const said = pageElement()?.dataset.motion;
  return said === undefined ? matchMedia(QUERY).matches : said === 'less';
}

/** Calls when that changes. Returns the function that stops. */
export function onLessMotion(listener: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', listener);
  const page = pageElement();
  const observer = page === undefined ? null : new MutationObserver(listener);
  if (page !== undefined) observer?.observe(page, { attributes: true, attributeFilter: ['data-motion'] });
  return () => {
    query.removeEventListener('change', listener);
    observer?.disconnect();
  };
}

/** Undefined where there is no page. */
function pageElement(): HTMLElement | undefined {
  return globalThis.document?.documentElement;
}

import type { App } from '../core/app.ts';
import { readView0, VIEW0_KEY } from '../model/view0.ts';

/** How far a person is in the tutorial. */
export const tutorialKey = (userId: number): string => `vitrine_tutorial_${userId}`;
/** Set when a person does not want to be asked again. */
export const optOutKey = (userId: number): string => `vitrine_tutorial_never_${userId}`;
/** Set for as long as the tab is open; on the device it is the moment, milliseconds since 1970. */
export const welcomedKey = (userId: number): string => `vitrine_welcomed_${userId}`;
/** What a person has written to us and not sent. */
export const feedbackKey = (userId: number | null): string => `feedback:${userId}`;

/**
 * Takes what the browser's storages keep of a person off this device; copies of views are `backup-tiers.ts`' own. What is of
 * the device, such as its language, stays.
 *
 * @param projects Their keys.
 */
export function forgetPersonKeys(
  { outside }: Pick<App, 'outside'>,
  userId: number,
  projects: readonly string[],
): void {
  const { localStorage, sessionStorage } = outside;
  const camera = readView0(localStorage.getItem(VIEW0_KEY));
  const keys = [tutorialKey, optOutKey, welcomedKey, feedbackKey].map((keyOf) => keyOf(userId));
  if (camera?.projectKey != null && projects.includes(camera.projectKey)) keys.push(VIEW0_KEY);
  for (const key of keys) for (const storage of [localStorage, sessionStorage]) storage.removeItem(key);
}

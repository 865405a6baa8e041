import type { App } from '../../core/app.ts';

/** A look at another tab is no absence. */
const ABSENT_MS = 5_000;

/**
 * Tells whether pictures that this device draws shall rest: nobody looks at the page, and it runs on a battery.
 *
 * @param onChange Told at each change; at first they shall not.
 * @returns Function that stops.
 */
export function spareBattery(app: Pick<App, 'outside'>, onChange: (isSparing: boolean) => void): () => void {
  const { page, device } = app.outside;
  let isOnBattery = false;
  let isSparing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (now: boolean): void => {
    isSparing = now;
    onChange(now);
  };
  const judge = (): void => {
    const isWanted = isOnBattery && !page.isVisible();
    clearTimeout(timer);
    if (isWanted && !isSparing) timer = setTimeout(() => set(true), ABSENT_MS);
    if (!isWanted && isSparing) set(false);
  };
  const stops = [
    page.onChange(judge),
    device.onBattery((told) => {
      isOnBattery = told;
      judge();
    }),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

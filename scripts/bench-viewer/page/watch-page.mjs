/** The browser reports tasks from this length on, milliseconds. */
const LONG_MS = 50;
const PROBE_MS = 4;

/**
 * Watches the page's event loop.
 *
 * @returns Function that stops and tells, in milliseconds: the longest task, the longest time without a turn of the
 *   event loop, and the sum of what tasks took above 50.
 */
export function watchPage() {
  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  observer.observe({ type: 'longtask' });
  const started = performance.now();
  let longestGapMs = 0;
  let last = started;
  let timer = setTimeout(function turn() {
    const at = performance.now();
    longestGapMs = Math.max(longestGapMs, at - last - PROBE_MS);
    last = at;
    timer = setTimeout(turn, PROBE_MS);
  }, PROBE_MS);
  return () => {
    clearTimeout(timer);
    tasks.push(...observer.takeRecords());
    observer.disconnect();
    const durations = tasks.filter(({ startTime }) => startTime >= started).map(({ duration }) => duration);
    return {
      longestTaskMs: Math.max(0, ...durations),
      longestGapMs,
      blockingMs: durations.reduce((sum, duration) => sum + duration - LONG_MS, 0),
    };
  };
}

import { openStudio } from '../../../src/workers/open-studio.ts';

/**
 * Draws a recipe on this device.
 *
 * @param path Of its model on this server.
 * @returns Seconds until its picture is there, the page's longest task meanwhile in milliseconds (0: none of 50 or more), the
 *   picture as base64.
 */
async function draw(recipe, path, threadCount) {
  const model = await (await fetch(path)).blob();
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({ entryTypes: ['longtask'] });
  let picture = null;
  const begun = performance.now();
  await openStudio(threadCount).trace(
    { recipe, files: new Map([[recipe.scene.modelHash, model]]), skips: [], keep: null },
    (event) => {
      if (event.kind === 'image') picture = event.picture;
    },
    new AbortController().signal,
  );
  const seconds = (performance.now() - begun) / 1000;
  observer.disconnect();
  const bytes = new Uint8Array(await picture.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return { seconds, longest, picture: btoa(text) };
}

window.draw = draw;

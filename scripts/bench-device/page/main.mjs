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

/**
 * Refines views of the model one after the other, as the live view does: each but the last is taken back in full size, in the middle of
 * its tracing.
 *
 * @returns Of each, seconds until its first whole picture, with its size; and the page's longest task meanwhile as above.
 */
async function look(recipes, path, threadCount) {
  const model = await (await fetch(path)).blob();
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({ entryTypes: ['longtask'] });
  const live = openStudio(threadCount).openLive();
  const views = [];
  for (const recipe of recipes) {
    const ending = new AbortController();
    const begun = performance.now();
    let view = null;
    const job = { recipe, files: new Map([[recipe.scene.modelHash, model]]) };
    const onFrame = ({ widthPx }) => {
      view ??= { seconds: (performance.now() - begun) / 1000, widthPx };
      if (widthPx === recipe.widthPx) ending.abort();
    };
    await live.refine(job, onFrame, ending.signal).catch(() => {});
    views.push(view);
  }
  live.close();
  observer.disconnect();
  return { views, longest };
}

/** Takes a picture back after each of `delays`, milliseconds. @returns How long each took to end, milliseconds. */
async function cancel(recipe, path, threadCount, delays) {
  const model = await (await fetch(path)).blob();
  const times = [];
  for (const delay of delays) {
    const ending = new AbortController();
    const traced = openStudio(threadCount).trace(
      { recipe, files: new Map([[recipe.scene.modelHash, model]]), skips: [], keep: null },
      () => {},
      ending.signal,
    );
    await new Promise((resolve) => setTimeout(resolve, delay));
    const begun = performance.now();
    ending.abort();
    await traced.then(
      () => times.push(Number.NaN),
      () => times.push(performance.now() - begun),
    );
  }
  return times;
}

window.cancel = cancel;
window.draw = draw;
window.look = look;

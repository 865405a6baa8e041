import { openWorkers } from '../../../src/workers/open.ts';
import { openPlain } from '../../bench-materials/page/open-plain.mjs';
import { watchPage } from './watch-page.mjs';

/** Frames in which a viewer finds its pace, and the share of the time that they may take. */
const WARM = { frames: 3, share: 0.4 };
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const host = document.getElementById('host');

/**
 * Each opens a viewer with an empty stage; `load` resolves when the viewer says that the model stands there, for some with
 * a function that turns the model for so many frames, or until that moment, and resolves with how many it drew.
 */
const contenders = {
  worker: () => openOurs('worker'),
  page: () => openOurs('page'),
  plain: async () => async (glb) => (await openPlain(host, glb)).turn,
  'model-viewer': async () => {
    await import(
      /* @vite-ignore */ new URL('/peers/@google/model-viewer/dist/model-viewer.min.js', location).href
    );
    const element = document.createElement('model-viewer');
    element.setAttribute('loading', 'eager');
    element.setAttribute('camera-controls', '');
    element.setAttribute('interaction-prompt', 'none');
    host.append(element);
    await element.updateComplete;
    return async (glb) => {
      const loaded = heard(element, 'load', 'error');
      element.src = URL.createObjectURL(glb);
      await loaded;
    };
  },
  babylon: async () => {
    await import(
      /* @vite-ignore */ new URL('/peers/@babylonjs/viewer/dist/babylon-viewer.esm.min.js', location).href
    );
    const element = document.createElement('babylon-viewer');
    element.setAttribute('engine', 'WebGL');
    element.setAttribute('ssao', 'disabled');
    const ready = heard(element, 'viewerready', 'modelerror');
    host.append(element);
    await ready;
    return async (glb) => {
      const loaded = heard(element, 'modelchange', 'modelerror');
      element.source = new File([glb], 'model.glb');
      await loaded;
    };
  },
};

async function openOurs(place) {
  const viewer = openWorkers(`?viewer=${place}`).openViewer(host);
  await viewer.graphics();
  return async (glb) => {
    await viewer.api.show({
      id: 'model',
      glb,
      normalisation: IDENTITY,
      modelTransform: IDENTITY,
      upAxis: 'Y_UP',
      hiddenNodes: [],
    });
    return async (frameCount, endMs) => {
      let drawn = 0;
      let stop = () => undefined;
      const turned = new Promise((resolve) => {
        setTimeout(resolve, endMs - performance.now());
        stop = viewer.onEvent(({ kind }) => {
          if (kind === 'frameDrawn' && ++drawn === frameCount) resolve();
        });
      });
      await viewer.api.setTurntable(true);
      await turned;
      stop();
      await viewer.api.setTurntable(false);
      return drawn;
    };
  };
}

function heard(element, name, failure) {
  return new Promise((resolve, reject) => {
    element.addEventListener(name, () => resolve(), { once: true });
    element.addEventListener(
      failure,
      (event) => reject(new Error(`${failure}: ${event.error ?? event.detail?.type}`)),
      {
        once: true,
      },
    );
  });
}

let load = null;
let turn = null;
let watch = null;

window.bench = {
  async open(name) {
    load = await contenders[name]();
  },
  /** @returns Epoch milliseconds at which the bytes were given to the viewer, and at which it said that it has them. */
  async load(path) {
    const glb = await (await fetch(path)).blob();
    await glb.slice(0, 16).arrayBuffer();
    await quiet();
    watch = watchPage();
    const started = performance.timeOrigin + performance.now();
    turn = await load(glb);
    return { started, loaded: performance.timeOrigin + performance.now() };
  },
  /** Longest task and longest gap of the event loop since the bytes were given, milliseconds. */
  finish: () => watch(),
  /** Turns the model until its first frames have what they need. @param seconds At most, with what {@link turn} takes. */
  async warm(seconds) {
    await turn(WARM.frames, performance.now() + seconds * 1_000 * WARM.share);
  },
  /** @returns Milliseconds a frame while the model turns for so many frames or seconds, and how many frames they were. */
  async turn(frameCount, seconds) {
    const started = performance.now();
    const frames = Math.max(1, await turn(frameCount, started + seconds * 1_000 * (1 - WARM.share)));
    return { frameMs: (performance.now() - started) / frames, frames };
  },
};

/** Two frames and a moment without work, so that nothing of the start is counted. */
async function quiet() {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  await new Promise((resolve) => setTimeout(resolve, 500));
}

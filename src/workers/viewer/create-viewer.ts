import type { GraphicsReport, ViewerApi } from '../../contract/viewer-api.ts';
import { describeGraphics } from './describe-graphics.ts';
import { HERO_POSE } from './fit-camera.ts';
import { Viewer } from './viewer.ts';

/**
 * The only scene of three.js. Names nothing of a page, so that it runs in a worker and on the page alike.
 *
 * @param mode Where it runs; goes into the report.
 */
export function createViewer(mode: GraphicsReport['mode']): ViewerApi {
  let running: Viewer | null = null;
  const viewer = (): Viewer => {
    if (running === null) throw new Error('the viewer has not been started');
    return running;
  };
  return {
    async start(canvas, stream, size) {
      // The element of a page serves as well: nothing is used but its events and its context.
      const opened = new Viewer(canvas as OffscreenCanvas, stream, size);
      running = opened;
      return describeGraphics(opened.stage.renderer, mode);
    },
    async prepare(model) {
      return viewer().preparation.prepare(model);
    },
    async letGo(id) {
      viewer().preparation.letGo(id);
    },
    async show(model) {
      return viewer().showing.show(model);
    },
    setNormalisation: async (matrix) => viewer().showing.setNormalisation(matrix),
    setPose: async (pose, isPassing = false) => viewer().showing.setPose(pose, isPassing),
    setUpAxis: async (axis) => viewer().setUpAxis(axis),
    setModelTransform: async (matrix, transitionMs) => viewer().setModelTransform(matrix, transitionMs),
    async showTopArrow(isShown) {
      viewer().stage.topArrow.isShown = isShown;
      viewer().drawNow();
    },
    async setTransformTool(tool) {
      viewer().stage.transform.update(tool);
      viewer().drawNow();
    },
    stepModel: async (step) => viewer().handling.step(step),
    setHiddenNodes: async (nodes) => viewer().showing.setHiddenNodes(nodes),
    setDressings: async (dressings) => viewer().showing.setDressings(dressings),
    labelPlaceAt: async (xPx, yPx) => viewer().labels.at(xPx, yPx),
    labelPlaceInMiddle: async () => viewer().labels.inMiddle(),
    labelPlaceNear: async (position, normal) => viewer().labels.near(position, normal),
    setLabelTool: async (index) => viewer().labels.setTool(index),
    previewLabel: async (index, label) => viewer().labels.preview(index, label),
    setLabels: async (labels) => viewer().showing.setLabels(labels),
    async setBackground(background) {
      try {
        await viewer().stage.set.setBackground(background);
      } finally {
        viewer().sceneChanged();
      }
    },
    async setLighting(light) {
      if (viewer().stage.set.setLight(light)) viewer().sceneChanged();
    },
    async setFileLights(lights) {
      if (viewer().stage.set.setFileLights(lights)) viewer().sceneChanged();
    },
    async setEnvironment(environment) {
      viewer().stage.set.setEnvironment(environment);
      viewer().sceneChanged();
    },
    async setStyle(style) {
      try {
        if (await viewer().stage.set.light.setStyle(style)) viewer().sceneChanged();
      } catch (error) {
        viewer().sceneChanged();
        throw error;
      }
    },
    async setShadow(intensity) {
      viewer().stage.set.setShadow(intensity);
      viewer().sceneChanged();
    },
    async setFloor(floor) {
      viewer().stage.setFloor(floor);
      viewer().sceneChanged();
    },
    async setPictureSize(widthPx, heightPx) {
      viewer().stage.set.setPictureSize(widthPx, heightPx);
      viewer().sceneChanged();
    },
    async setToneMapping(toneMapping, exposure) {
      viewer().stage.setToneMapping(toneMapping, exposure);
      viewer().sceneChanged();
    },
    showTraced: async (rgba, widthPx, heightPx, pose) => viewer().showTraced(rgba, widthPx, heightPx, pose),
    setCamera: async (pose, transitionMs) => viewer().moveCamera(pose, transitionMs),
    fitCamera: async (transitionMs, from) =>
      viewer().fitCamera(transitionMs, null, from === 'hero' ? HERO_POSE : undefined),
    async frameParts(parts, transitionMs) {
      const box = viewer().parts.measure(parts);
      if (box !== null) await viewer().fitCamera(transitionMs, box);
      return box !== null;
    },
    partAt: async (xPx, yPx) => viewer().parts.at(xPx, yPx),
    surfaceAt: async (xPx, yPx) => viewer().parts.surfaceAt(xPx, yPx),
    goToHelperView: async (view, transitionMs) => viewer().goToHelperView(view, transitionMs),
    setTurntable: async (isTurning) => viewer().setTurntable(isTurning),
    camera: async () => viewer().motion.pose(),
    highlight: async (parts) => viewer().parts.highlight(parts),
    capturePasses: async (pose, widthPx, heightPx, wanted) =>
      viewer().capture(pose, widthPx, heightPx, wanted),
    async memory() {
      const { geometries, textures } = viewer().stage.renderer.info.memory;
      return { geometries, textures };
    },
    async dispose() {
      running?.dispose();
      running = null;
    },
  };
}

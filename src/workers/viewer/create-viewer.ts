import type { GraphicsReport, ViewerApi } from '../../contract/viewer-api.ts';
import { describeGraphics } from './describe-graphics.ts';
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
      running = new Viewer(canvas as OffscreenCanvas, stream, size);
      return describeGraphics(running.stage.renderer, mode);
    },
    show: async (model) => viewer().show(model),
    setNormalisation: async (matrix) => viewer().setNormalisation(matrix),
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
    setHiddenNodes: async (nodes) => viewer().setHiddenNodes(nodes),
    setDressings: async (dressings) => viewer().setDressings(dressings),
    async setBackground(background) {
      try {
        await viewer().stage.backdrop.update(background);
      } finally {
        viewer().drawNow();
      }
    },
    async setLighting(lighting) {
      viewer().stage.setLighting(lighting);
      viewer().drawNow();
    },
    async setShadow(intensity) {
      viewer().stage.shadow.setIntensity(intensity);
      viewer().drawNow();
    },
    async setToneMapping(toneMapping, exposure) {
      viewer().stage.setToneMapping(toneMapping, exposure);
      viewer().drawNow();
    },
    setCamera: async (pose, transitionMs) => viewer().moveCamera(pose, transitionMs),
    fitCamera: async (transitionMs) => viewer().fitCamera(transitionMs),
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

import { serve } from '../rpc.ts';
import { createViewer } from './create-viewer.ts';

const viewer = createViewer('worker');
serve({
  ...viewer,
  /** Having `OffscreenCanvas` is no proof of WebGL in it (Safari before 17): asked before the canvas is given away. */
  probe: async () => new OffscreenCanvas(1, 1).getContext('webgl2') !== null,
});

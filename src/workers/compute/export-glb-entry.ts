import { serve } from '../rpc.ts';
import { exportGlb } from './export-glb.ts';
import { openDecoders } from './open-decoders.ts';

serve({
  exportGlb: (glb: Blob, patch: Parameters<typeof exportGlb>[1]) => exportGlb(glb, patch, openDecoders),
});

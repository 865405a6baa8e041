import { serve } from '../../rpc.ts';
import { exportGlb } from '../gltf/export-glb.ts';
import { openDecoders } from '../pack/open-decoders.ts';

serve({
  exportGlb: (glb: Blob, patch: Parameters<typeof exportGlb>[1]) => exportGlb(glb, patch, openDecoders),
});

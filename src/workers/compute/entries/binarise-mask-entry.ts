import { serve } from '../../rpc.ts';
import { binariseMask } from '../pictures/binarise-mask.ts';

serve({ binariseMask: (mask: Blob) => binariseMask(mask) });

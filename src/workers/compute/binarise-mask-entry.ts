import { serve } from '../rpc.ts';
import { binariseMask } from './binarise-mask.ts';

serve({ binariseMask: (mask: Blob) => binariseMask(mask) });

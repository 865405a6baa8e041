import { serve } from '../rpc.ts';
import { encodeWebp } from './encode-webp.ts';

serve({ encodeWebp });

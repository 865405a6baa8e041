import { serve } from '../../rpc.ts';
import { encodeWebp } from '../pictures/encode-webp.ts';

serve({ encodeWebp });

import { serve } from '../../rpc.ts';
import { encodeMasks } from '../pictures/encode-masks.ts';

serve({ encodeMasks });

import { serve } from '../rpc.ts';
import { encodeMasks } from './encode-masks.ts';

serve({ encodeMasks });

import { serve } from '../rpc.ts';
import { drawGradient } from './draw-gradient.ts';

serve({ drawGradient });

import { serve } from '../../rpc.ts';
import { drawGradient } from '../pictures/draw-gradient.ts';

serve({ drawGradient });

import { serve } from '../rpc.ts';
import { averageColour } from './average-colour.ts';

serve({ averageColour });

import { serve } from '../../rpc.ts';
import { averageColour } from '../pictures/average-colour.ts';

serve({ averageColour });

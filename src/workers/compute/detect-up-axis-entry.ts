import { serve } from '../rpc.ts';
import { detectUpAxis } from './detect-up-axis.ts';

serve({ detectUpAxis });

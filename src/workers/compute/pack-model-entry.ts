import { serve } from '../rpc.ts';
import { packModel } from './pack-model.ts';

serve({ packModel });

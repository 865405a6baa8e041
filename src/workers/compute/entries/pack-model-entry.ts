import { serve } from '../../rpc.ts';
import { packModel } from '../pack/pack-model.ts';

serve({ packModel });

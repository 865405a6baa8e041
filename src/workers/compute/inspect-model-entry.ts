import { serve } from '../rpc.ts';
import { inspectModel } from './inspect-model.ts';

serve({ inspectModel });

import type { StudioApi } from '../../contract/studio-api.ts';
import { serve } from '../rpc.ts';
import { createRefiner } from './refine-scenes.ts';
import { traceOrder } from './trace-order.ts';

serve({ trace: traceOrder, ...createRefiner() } satisfies StudioApi);

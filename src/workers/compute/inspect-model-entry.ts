import { serve } from '../rpc.ts';
import { inspectModel } from './inspect-model.ts';
import { openDecoders } from './open-decoders.ts';

serve({ inspectModel: (file: Blob) => inspectModel(file, openDecoders) });

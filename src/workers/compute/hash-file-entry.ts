import { serve } from '../rpc.ts';
import { hashFile } from './hash-file.ts';

serve({ hashFile });

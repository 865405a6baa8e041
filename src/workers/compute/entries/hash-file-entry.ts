import { serve } from '../../rpc.ts';
import { hashFile } from '../pictures/hash-file.ts';

serve({ hashFile });

import { serve } from '../rpc.ts';
import { encodeUpload } from './encode-upload.ts';

serve({ encodeUpload });

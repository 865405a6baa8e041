import { serve } from '../../rpc.ts';
import { encodeUpload } from '../pictures/encode-upload.ts';

serve({ encodeUpload });

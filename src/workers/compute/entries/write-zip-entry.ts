import { serve } from '../../rpc.ts';
import { writeZip } from '../archive/write-zip.ts';

serve({ writeZip });

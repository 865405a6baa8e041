import { serve } from '../rpc.ts';
import { writeZip } from './write-zip.ts';

serve({ writeZip });

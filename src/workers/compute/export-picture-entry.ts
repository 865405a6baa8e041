import { serve } from '../rpc.ts';
import { exportPicture } from './export-picture.ts';

serve({ exportPicture });

import { serve } from '../../rpc.ts';
import { exportPicture } from '../pictures/export-picture.ts';

serve({ exportPicture });

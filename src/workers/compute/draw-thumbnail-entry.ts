import { serve } from '../rpc.ts';
import { drawThumbnail } from './draw-thumbnail.ts';

serve({ drawThumbnail });

import { serve } from '../../rpc.ts';
import { drawThumbnail } from '../pictures/draw-thumbnail.ts';

serve({ drawThumbnail });

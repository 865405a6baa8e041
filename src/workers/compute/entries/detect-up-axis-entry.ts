import { serve } from '../../rpc.ts';
import { detectUpAxis } from '../gltf/detect-up-axis.ts';

serve({ detectUpAxis });

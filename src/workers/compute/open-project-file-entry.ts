import { serve } from '../rpc.ts';
import { openProjectFile } from './open-project-file.ts';

serve({ openProjectFile });

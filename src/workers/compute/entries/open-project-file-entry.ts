import { serve } from '../../rpc.ts';
import { openProjectFile } from '../archive/open-project-file.ts';

serve({ openProjectFile });

import { serve } from '../../rpc.ts';
import { readRecipe } from '../archive/read-recipe.ts';

serve({ readRecipe });

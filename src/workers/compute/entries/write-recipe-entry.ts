import { serve } from '../../rpc.ts';
import { writeRecipe } from '../archive/write-recipe.ts';

serve({ writeRecipe });

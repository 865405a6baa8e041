import { serve } from '../rpc.ts';
import { writeRecipe } from './write-recipe.ts';

serve({ writeRecipe });

import { serve } from '../rpc.ts';
import { readRecipe } from './read-recipe.ts';

serve({ readRecipe });

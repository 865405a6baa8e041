import { expect, test } from 'vitest';
import { MATERIAL_RECIPES } from '../../scripts/content/material-recipes.ts';

test.each(MATERIAL_RECIPES.map((recipe) => [recipe.slug, recipe] as const))(
  '%s is drawn on a torus',
  (_, recipe) => {
    const painter = recipe.createPainter();
    const colour = (u: number, v: number) => {
      const out: [number, number, number] = [0, 0, 0];
      painter(out, u, v);
      return out;
    };
    for (let k = 0; k < 150; k++) {
      const u = (((k * 61) % 150) + 0.371) / 151;
      const v = (k + 0.613) / 151;
      const here = colour(u, v);
      for (const there of [colour(u + 1, v), colour(u, v + 1)]) {
        for (let c = 0; c < 3; c++) expect(there[c]).toBeCloseTo(here[c]!, 4);
      }
      expect(Math.min(...here)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...here)).toBeLessThanOrEqual(1.02);
    }
  },
);

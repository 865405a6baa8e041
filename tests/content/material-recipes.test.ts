import { expect, test } from 'vitest';
import { MATERIAL_RECIPES } from '../../scripts/content/material-recipes.ts';

test.each(MATERIAL_RECIPES.map((recipe) => [recipe.slug, recipe] as const))(
  '%s is drawn on a torus',
  (_, recipe) => {
    const painter = recipe.createPainter();
    const sample = (u: number, v: number) => {
      const out: [number, number, number] = [0, 0, 0];
      const surface = { height: 0.5, roughness: 1 };
      painter(out, u, v, surface);
      return [...out, surface.height, surface.roughness];
    };
    for (let k = 0; k < 150; k++) {
      const u = (((k * 61) % 150) + 0.371) / 151;
      const v = (k + 0.613) / 151;
      const here = sample(u, v);
      for (const there of [sample(u + 1, v), sample(u, v + 1)]) {
        for (let c = 0; c < here.length; c++) expect(there[c]).toBeCloseTo(here[c]!, 4);
      }
      expect(Math.min(...here)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...here)).toBeLessThanOrEqual(1.02);
    }
  },
);

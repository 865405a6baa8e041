import { ArrowRight } from 'lucide-react';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { type ComparedRecipe, compareRecipes } from './compare-recipes.ts';
import styles from './Differences.module.css';
import { useRecipeNames } from './use-recipe-names.ts';

/** What differs between two recipes, thing by thing. */
export function Differences({
  one,
  other,
}: {
  readonly one: ComparedRecipe;
  readonly other: ComparedRecipe;
}) {
  const texts = useTexts();
  const late = useLateTexts();
  const names = useRecipeNames(one.recipe.scene.modelHash);
  const { differences: t } = late;
  const rows = compareRecipes(one, other, { ...texts, ...late }, names);
  return (
    <section className={styles.differences} aria-label={t.title}>
      <h3 className={styles.title}>
        {t.title} <span className={styles.count}>{rows.length}</span>
      </h3>
      {rows.length === 0 && <p className={styles.same}>{t.same}</p>}
      <dl className={styles.rows}>
        {rows.map(({ label, before, after }) => (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd>
              <span className={styles.before}>{before}</span>
              <ArrowRight size={12} aria-hidden="true" />
              <span>{after}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

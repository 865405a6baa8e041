import { TriangleAlert } from 'lucide-react';
import type { Fidelity } from '../../../contract/http/renders.ts';
import { isFlagged } from '../../../contract/judge-picture.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './ResultInfo.module.css';

/** How true to the scene an AI picture is, in numbers; nothing where nobody measured it. */
export function ResultFidelity({ fidelity }: { readonly fidelity: Fidelity | null }) {
  const { format } = useTexts();
  const { fidelity: t } = useLateTexts();
  if (fidelity === null) return null;
  const { edges, colours } = fidelity;
  if (edges === null && colours.length === 0) return null;
  const isDoubtful = isFlagged(fidelity);
  return (
    <section className={styles.block}>
      <h3 className={styles.title}>{t.title}</h3>
      {isDoubtful ? (
        <p className={styles.leftOut}>
          <TriangleAlert size={14} aria-hidden="true" />
          {t.flaggedHelp}
        </p>
      ) : (
        <p className={styles.quiet}>{t.faithful}</p>
      )}
      <dl>
        {edges !== null && (
          <div className={styles.fact}>
            <dt>{t.outline}</dt>
            <dd>{format.percent(edges, 1)}</dd>
          </div>
        )}
        {colours.map(({ material_id: id, material_name: name, difference }) => (
          <div key={id} className={styles.fact}>
            <dt>{t.colour(name)}</dt>
            <dd>{t.difference(format.number(Math.round(difference * 10) / 10))}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

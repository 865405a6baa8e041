import { TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { titleOfFamily } from '../../../contract/family-titles.ts';
import type { Provenance, RenderWarning } from '../../../contract/render-spec.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './ResultInfo.module.css';

/** What of the order the engine could not follow, and what it drew in another way than the scene has it. */
export function LeftOut({
  provenance,
  warnings,
}: {
  readonly provenance: readonly Provenance[];
  readonly warnings: readonly RenderWarning[];
}) {
  const { t } = useTexts();
  const { result } = useLateTexts();
  const wishes = new Set(provenance.flatMap(({ leftOut }) => leftOut));
  const sentences = [
    ...[...wishes].map((wish) => result.leftOut[wish]),
    ...warnings.map(({ kind, name }) => {
      if (kind === 'not-drawn') return result.notDrawn(t.models.feature(name));
      if (kind === 'product-not-kept') return result.productNotKept[name];
      return kind === 'unreadable-image' ? result.unreadableImage(name) : result.unreadableProfile(name);
    }),
  ];
  if (sentences.length === 0) return null;
  return (
    <ul className={styles.block}>
      {sentences.map((sentence) => (
        <li key={sentence} className={styles.leftOut}>
          <TriangleAlert size={14} aria-hidden="true" />
          {sentence}
        </li>
      ))}
    </ul>
  );
}

/** Which server made the pictures, and with what; once for each job that did. */
export function ResultProvenance({ provenance }: { readonly provenance: readonly Provenance[] }) {
  const { result, keptProduct } = useLateTexts();
  if (provenance.length === 0) return null;
  return (
    <section className={styles.block}>
      <h3 className={styles.title}>{result.madeBy}</h3>
      {provenance.map((made) => (
        <Fragment key={`${made.firstImage} ${made.graphHash} ${made.server}`}>
          {provenance.length > 1 && (
            <h4 className={styles.job}>
              {result.imagesOf(made.firstImage + 1, made.firstImage + made.images)}
            </h4>
          )}
          <dl>
            {[
              [made.server || result.sheetRows.engine, `ComfyUI ${made.serverVersion}`],
              [result.family, made.family === undefined ? '' : titleOfFamily(made.family)],
              [result.checkpoint, made.checkpoint],
              [result.models, made.models.join(', ')],
              [keptProduct.licence, made.licence ?? ''],
              [result.graph, made.graphHash.slice(0, 12)],
            ].map(([name, value]) =>
              value === '' ? null : (
                <div key={name} className={styles.fact}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
            )}
          </dl>
        </Fragment>
      ))}
    </section>
  );
}

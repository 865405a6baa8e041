import { TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import type { Provenance } from '../../../contract/render-spec.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import styles from './ResultInfo.module.css';

/** What of the order the servers that made it could not follow. */
export function LeftOut({ provenance }: { readonly provenance: readonly Provenance[] }) {
  const { result } = useLateTexts();
  const wishes = [...new Set(provenance.flatMap(({ leftOut }) => leftOut))];
  if (wishes.length === 0) return null;
  return (
    <ul className={styles.block}>
      {wishes.map((wish) => (
        <li key={wish} className={styles.leftOut}>
          <TriangleAlert size={14} aria-hidden="true" />
          {result.leftOut[wish]}
        </li>
      ))}
    </ul>
  );
}

/** Which server made the pictures, and with what; once for each job that did. */
export function ResultProvenance({ provenance }: { readonly provenance: readonly Provenance[] }) {
  const { result } = useLateTexts();
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
              [result.checkpoint, made.checkpoint],
              [result.models, made.models.join(', ')],
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

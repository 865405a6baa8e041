import { TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { titleOfFamily } from '../../../contract/family-titles.ts';
import type { RenderBody } from '../../../contract/http/renders.ts';
import type { Provenance } from '../../../contract/render-spec.ts';
import { describeLeftOut, describeSale } from '../../texts/describe-picture.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './ResultInfo.module.css';

/** What of the order the engine could not follow, what it drew in another way than the scene has it, and what may not be sold. */
export function LeftOut({
  render,
  image,
}: {
  readonly render: RenderBody;
  readonly image: RenderBody['output_images'][number] | undefined;
}) {
  const texts = useTexts();
  const sale = image === undefined ? null : describeSale(texts, render, image);
  const sentences = [...(sale === null ? [] : [sale]), ...describeLeftOut(texts, render)];
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

import type { ReactNode } from 'react';
import type { RenderBody } from '../../../contract/http/renders.ts';
import { CopyButton } from '../../core/CopyButton.tsx';
import { useHasCredits } from '../../core/use-config.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './RenderDetail.module.css';

/** Number, date, engine, size, seed, and what it cost. */
export function DetailFacts({ render }: { readonly render: RenderBody }) {
  const { format } = useTexts();
  const { gallery, result } = useLateTexts();
  const hasCredits = useHasCredits();
  const { recipe, output_images: images } = render;
  const [first] = images;
  return (
    <dl className={styles.facts}>
      <Fact name={gallery.id}>{render.id}</Fact>
      <Fact name={gallery.date}>{format.dateTime(render.created_at)}</Fact>
      <Fact name={gallery.engine}>{render.engine === 'studio' ? result.studio : result.ai}</Fact>
      <Fact name={gallery.size}>
        {format.size(first?.width ?? recipe.widthPx, first?.height ?? recipe.heightPx)}
      </Fact>
      <Fact name={result.seed}>
        {render.seed}
        <CopyButton label={result.copySeed} text={render.seed} />
      </Fact>
      {hasCredits && <Fact name={gallery.price}>{result.price(render.price, render.batch_count)}</Fact>}
      {hasCredits && render.refunded > 0 && (
        <Fact name={gallery.refund}>{result.refunded(render.refunded)}</Fact>
      )}
      {images.length < render.batch_count && (
        <Fact name={gallery.made}>{gallery.partOf(images.length, render.batch_count)}</Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

import type { RenderBody } from '../../../contract/http/renders.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { ZoomPicture } from '../../ui/ZoomPicture.tsx';
import { viewOf } from '../../values/view-of.ts';
import { Comparator } from './Comparator.tsx';
import { altText } from './finished-renders.ts';
import { PrintProof } from './PrintProof.tsx';

type Image = RenderBody['output_images'][number];

/** How a picture is looked at. */
export type ResultMode = 'compare' | 'zoom' | 'print';

/** A picture over its snapshot or over another picture, by itself to look at closely, or as a print shows it. */
export function ResultPicture({
  mode,
  render,
  image,
  other,
}: {
  readonly mode: ResultMode;
  readonly render: RenderBody;
  readonly image: Image;
  /** Stands in for the snapshot. */
  readonly other: Image | null;
}) {
  const { t } = useTexts();
  const { pair } = useLateTexts();
  const alt = altText(render, t.carousel.untitled);
  const aspect = image.width / image.height;
  if (mode === 'print') return <PrintProof image={image} alt={alt} />;
  const before = other === null ? render.viewer_snapshot_url : viewOf(other);
  // Without a snapshot there is nothing to compare with (J11).
  if (mode === 'zoom' || before === '') {
    return <ZoomPicture image={viewOf(image)} alt={alt} aspect={aspect} />;
  }
  const names = { before: pair.other, after: pair.this, share: pair.share };
  return (
    <Comparator
      before={before}
      after={viewOf(image)}
      alt={alt}
      aspect={aspect}
      {...(other === null ? {} : { names })}
    />
  );
}

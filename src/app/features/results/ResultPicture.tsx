import type { RenderBody } from '../../../contract/http/renders.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { ZoomPicture } from '../../ui/ZoomPicture.tsx';
import { viewOf } from '../../values/view-of.ts';
import { Comparator } from './Comparator.tsx';
import { altText } from './finished-renders.ts';

type Image = RenderBody['output_images'][number];

/** A picture over its snapshot or over another picture, or by itself to look at closely. */
export function ResultPicture({
  mode,
  render,
  image,
  other,
}: {
  readonly mode: 'compare' | 'zoom';
  readonly render: RenderBody;
  readonly image: Image;
  /** Stands in for the snapshot. */
  readonly other: Image | null;
}) {
  const { t } = useTexts();
  const { pair } = useLateTexts();
  const alt = altText(render, t.carousel.untitled);
  const aspect = image.width / image.height;
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

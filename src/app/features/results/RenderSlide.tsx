import { TriangleAlert } from 'lucide-react';
import { hasFailedCheck } from '../../../contract/judge-picture.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import styles from './Carousel.module.css';
import { altText, type RenderSlide as Slide, setName } from './finished-renders.ts';

/** A finished order in the carousel, or a set: the first picture, how many there are, and what it is called in its set. */
export function RenderSlide({ slide, onOpen }: { readonly slide: Slide; readonly onOpen: () => void }) {
  const { t } = useTexts();
  const { renders } = slide;
  const [first] = renders;
  if (first === undefined) return null;
  const images = renders.flatMap((render) => render.output_images);
  const picture = first.thumbnail_url ?? first.main_output_url;
  const name = setName(first);
  const alt = altText(first, t.carousel.noPrompt);
  return (
    <button type="button" className={styles.slide} onClick={onOpen}>
      {picture !== null && (
        <img
          src={picture}
          alt={name === '' ? alt : `${name}. ${alt}`}
          title={name}
          loading="lazy"
          draggable={false}
        />
      )}
      {(images.some(({ fidelity, kept_product: kept }) => hasFailedCheck({ fidelity, kept })) ||
        renders.some(({ warnings }) => warnings.length > 0)) && (
        <span
          className={styles.doubt}
          role="img"
          aria-label={t.carousel.doubtful}
          title={t.carousel.doubtful}
        >
          <TriangleAlert size={12} aria-hidden="true" />
        </span>
      )}
      {name !== '' && <span className={styles.name}>{name}</span>}
      {images.length > 1 && (
        <Badge tone="picture" className={name === '' ? styles.badge : styles.count}>
          {t.carousel.batch(images.length)}
        </Badge>
      )}
    </button>
  );
}

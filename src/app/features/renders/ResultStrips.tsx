import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { RenderBody } from '../../../contract/http/renders.ts';
import type { RenderId } from '../../../contract/ids.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { altText } from './finished-renders.ts';
import styles from './ResultModal.module.css';

/** The images of one order by number, and the snapshot it was made from. */
export function VariantRail({
  render,
  index,
  onChoose,
}: {
  readonly render: RenderBody;
  readonly index: number;
  readonly onChoose: (index: number) => void;
}) {
  const { result } = useLateTexts();
  return (
    <div className={styles.rail}>
      {render.output_images.length > 1 && (
        <>
          <span className={styles.caption}>{result.variants}</span>
          {render.output_images.map((image, at) => (
            <button
              key={image.image_hash}
              type="button"
              className={styles.tile}
              aria-current={at === index}
              onClick={() => onChoose(at)}
            >
              <img src={image.thumbnail} alt={result.variant(at + 1)} />
              <span className={styles.number}>{at + 1}</span>
            </button>
          ))}
        </>
      )}
      <span className={styles.caption}>{result.snapshot}</span>
      {render.viewer_snapshot_url === '' ? (
        <span className={styles.missing}>{result.snapshotMissing}</span>
      ) : (
        <span className={styles.tile}>
          <img src={render.viewer_snapshot_url} alt={result.snapshot} />
        </span>
      )}
    </div>
  );
}

/** The project's renders in a row, to go from one to the next. */
export function RenderStrip({
  renders,
  current,
  onOpen,
}: {
  readonly renders: readonly RenderBody[];
  readonly current: RenderId;
  readonly onOpen: (id: RenderId) => void;
}) {
  const { t } = useTexts();
  const { result } = useLateTexts();
  if (!renders.some(({ id }) => id !== current)) return <p className={styles.alone}>{result.noOthers}</p>;
  const at = renders.findIndex(({ id }) => id === current);
  const step = (by: number) => {
    const next = renders[at + by];
    if (next !== undefined) onOpen(next.id);
  };
  return (
    <nav className={styles.strip} aria-label={result.others}>
      <IconButton
        label={result.previous}
        icon={<ChevronLeft size={18} />}
        placement="top"
        isDisabled={at <= 0}
        onPress={() => step(-1)}
      />
      <div className={styles.thumbnails}>
        {renders.map((render) => (
          <button
            key={render.id}
            type="button"
            className={styles.tile}
            aria-current={render.id === current}
            ref={(element) => {
              if (render.id === current) element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
            }}
            onClick={() => onOpen(render.id)}
          >
            <img
              src={render.thumbnail_url ?? render.main_output_url ?? ''}
              alt={altText(render, t.carousel.noPrompt)}
              loading="lazy"
            />
          </button>
        ))}
      </div>
      <IconButton
        label={result.next}
        icon={<ChevronRight size={18} />}
        placement="top"
        isDisabled={at === -1 || at === renders.length - 1}
        onPress={() => step(1)}
      />
    </nav>
  );
}

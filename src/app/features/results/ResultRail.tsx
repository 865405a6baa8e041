import type { RenderBody } from '../../../contract/http/renders.ts';
import type { RenderId } from '../../../contract/ids.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { altText, setName } from './finished-renders.ts';
import styles from './ResultModal.module.css';

/** The pictures of one set by name, the images of one order by number, and the snapshot it was made from. */
export function ResultRail({
  render,
  set,
  index,
  other,
  onPick,
}: {
  readonly render: RenderBody;
  /** All finished pictures of the render's set; of one by itself only that. */
  readonly set: readonly RenderBody[];
  readonly index: number;
  /** What it is compared with. */
  readonly other: { readonly renderId: RenderId; readonly index: number } | null;
  readonly onPick: (id: RenderId, index: number) => void;
}) {
  const { t } = useTexts();
  const { result, pair } = useLateTexts();
  const isOther = (id: RenderId, at: number) => other?.renderId === id && other.index === at;
  return (
    <div className={styles.rail}>
      {set.length > 1 && (
        <>
          <span className={styles.caption}>{pair.set}</span>
          {set.map((each) => {
            const name = setName(each) || altText(each, t.carousel.untitled);
            return (
              <button
                key={each.id}
                type="button"
                className={styles.named}
                aria-current={each.id === render.id}
                data-other={isOther(each.id, 0)}
                title={name}
                onClick={() => onPick(each.id, 0)}
              >
                <img src={each.thumbnail_url ?? each.main_output_url ?? ''} alt="" />
                <span className={styles.label}>{name}</span>
              </button>
            );
          })}
        </>
      )}
      {render.output_images.length > 1 && (
        <>
          <span className={styles.caption}>{result.variants}</span>
          {render.output_images.map((image, at) => (
            <button
              key={image.image_hash}
              type="button"
              className={styles.tile}
              aria-current={at === index}
              data-other={isOther(render.id, at)}
              onClick={() => onPick(render.id, at)}
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

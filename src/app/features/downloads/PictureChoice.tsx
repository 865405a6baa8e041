import { Check } from 'lucide-react';
import { ToggleButton } from 'react-aria-components';
import { useApp } from '../../core/use-app.ts';
import { type ChosenPicture, namePictures, namingFacts } from '../../orders/name-picture.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Downloads.module.css';

/** Which of several pictures are meant. */
export function PictureChoice({
  pictures,
  left,
  onChange,
}: {
  readonly pictures: readonly ChosenPicture[];
  /** Indices of those that are not. */
  readonly left: ReadonlySet<number>;
  readonly onChange: (left: ReadonlySet<number>) => void;
}) {
  const { downloads } = useLateTexts();
  const app = useApp();
  const names = namePictures(pictures, namingFacts(app, pictures), null, 'png').map((name) =>
    name.replace(/\.png$/, ''),
  );
  return (
    <fieldset className={styles.choice} aria-label={downloads.which}>
      <div className={styles.head}>
        <span className={styles.label}>{downloads.which}</span>
        {left.size > 0 && (
          <Button size="sm" variant="quiet" onPress={() => onChange(new Set())}>
            {downloads.all(pictures.length)}
          </Button>
        )}
      </div>
      <div className={styles.tiles}>
        {pictures.map(({ render, image }, index) => (
          <ToggleButton
            key={`${render.id} ${image.batch_index}`}
            className={styles.tile ?? ''}
            aria-label={names[index] ?? ''}
            isSelected={!left.has(index)}
            onChange={(isSelected) => {
              const next = new Set(left);
              if (isSelected) next.delete(index);
              else next.add(index);
              onChange(next);
            }}
          >
            <img src={image.thumbnail} alt="" loading="lazy" />
            <span className={styles.tick}>
              <Check size={12} aria-hidden="true" />
            </span>
          </ToggleButton>
        ))}
      </div>
    </fieldset>
  );
}

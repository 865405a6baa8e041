import { Check } from 'lucide-react';
import { ToggleButton } from 'react-aria-components';
import { useApp } from '../../core/use-app.ts';
import { type ChosenPicture, namePictures, namingFacts } from '../../orders/name-picture.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Downloads.module.css';

/** The same of a picture however often its render is asked for. */
export function keyOfPicture({ render, image }: ChosenPicture): string {
  return `${render.id} ${image.batch_index}`;
}

/** Which of several pictures are meant. */
export function PictureChoice({
  pictures,
  chosen,
  onChange,
}: {
  readonly pictures: readonly ChosenPicture[];
  readonly chosen: readonly ChosenPicture[];
  readonly onChange: (changed: readonly ChosenPicture[], isMeant: boolean) => void;
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
        {chosen.length < pictures.length && (
          <Button size="sm" variant="quiet" onPress={() => onChange(pictures, true)}>
            {downloads.all(pictures.length)}
          </Button>
        )}
      </div>
      <div className={styles.tiles}>
        {pictures.map((picture, index) => (
          <ToggleButton
            key={keyOfPicture(picture)}
            className={styles.tile ?? ''}
            aria-label={names[index] ?? ''}
            isSelected={chosen.includes(picture)}
            onChange={(isSelected) => onChange([picture], isSelected)}
          >
            <img src={picture.image.thumbnail} alt="" loading="lazy" />
            <span className={styles.tick}>
              <Check size={12} aria-hidden="true" />
            </span>
          </ToggleButton>
        ))}
      </div>
    </fieldset>
  );
}

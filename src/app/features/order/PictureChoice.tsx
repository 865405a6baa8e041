import { Check, Image } from 'lucide-react';
import { Checkbox, CheckboxGroup } from 'react-aria-components';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Tile } from '../../ui/Tile.tsx';
import styles from './OrderSet.module.css';

/** Something with a picture that can be ticked. */
export interface Choice {
  readonly id: string;
  readonly name: string;
  /** Address; null shows a sign in its place, undefined none at all. */
  readonly picture?: string | null;
}

/** Pictures to tick, and buttons that tick all or none of them. */
export function PictureChoice({
  label,
  choices,
  chosen,
  onChange,
}: {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly Choice[];
  readonly onChange: (ids: string[]) => void;
}) {
  const { orderSet: texts } = useLateTexts();
  return (
    <div className={styles.choice}>
      {choices.length > 1 && (
        <span className={styles.allNone}>
          <Button
            size="sm"
            variant="quiet"
            aria-label={`${label}: ${texts.all}`}
            onPress={() => onChange(choices.map(({ id }) => id))}
          >
            {texts.all}
          </Button>
          <Button
            size="sm"
            variant="quiet"
            aria-label={`${label}: ${texts.none}`}
            onPress={() => onChange([])}
          >
            {texts.none}
          </Button>
        </span>
      )}
      <CheckboxGroup
        aria-label={label}
        className={styles.tiles ?? ''}
        value={chosen.map(({ id }) => id)}
        onChange={onChange}
      >
        {choices.map(({ id, name, picture }) => (
          <Checkbox key={id} value={id} className={styles.tile ?? ''}>
            {picture !== undefined && (
              <Tile address={picture} className={styles.picture}>
                <Image size={20} aria-hidden="true" />
              </Tile>
            )}
            <span className={styles.tick}>
              <Check size={12} aria-hidden="true" />
            </span>
            <span className={styles.name} title={name}>
              {name}
            </span>
          </Checkbox>
        ))}
      </CheckboxGroup>
    </div>
  );
}

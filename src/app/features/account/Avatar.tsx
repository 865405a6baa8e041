import { useBroken } from '../../ui/use-broken.ts';
import styles from './Avatar.module.css';

/** A person's picture; their initials where there is none, or it does not come (A10). */
export function Avatar({
  name,
  picture,
  isLarge = false,
}: {
  readonly name: string;
  /** Address of the picture. */
  readonly picture: string | null;
  readonly isLarge?: boolean;
}) {
  const [isBroken, onError] = useBroken(picture);
  const hasPicture = picture !== null && !isBroken;
  return (
    <span className={styles.avatar} data-large={isLarge || undefined} aria-hidden="true">
      {hasPicture ? <img src={picture} alt="" onError={onError} /> : initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

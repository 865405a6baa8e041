import { ChevronsLeftRight } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { COMPARATOR_DEFAULT } from '../../../contract/constants.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import styles from './Comparator.module.css';

/** Keys and how far they move the line, in percent. */
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -100,
  End: 100,
};

/** What the two sides are called, and the line between them. */
export interface ComparatorNames {
  readonly before: string;
  readonly after: string;
  readonly share: string;
}

/** Two pictures over each other, by default snapshot and render, parted by a line that pointer and keys move. */
export function Comparator({
  before,
  after,
  alt,
  aspect,
  names,
}: {
  readonly before: string;
  readonly after: string;
  readonly alt: string;
  /** Width through height of the one after. */
  readonly aspect: number;
  readonly names?: ComparatorNames;
}) {
  const { format } = useTexts();
  const { result } = useLateTexts();
  const called = names ?? { before: result.snapshot, after: result.render, share: result.comparator };
  const box = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(COMPARATOR_DEFAULT);
  useLayoutEffect(() => {
    box.current?.style.setProperty('--share', `${share}%`);
    box.current?.style.setProperty('--aspect', String(aspect));
  }, [share, aspect]);

  const follow = (event: React.PointerEvent<HTMLDivElement>) => {
    const rect = event.currentTarget.getBoundingClientRect();
    setShare(clampShare(((event.clientX - rect.left) / rect.width) * 100));
  };
  return (
    <div
      ref={box}
      className={styles.box}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
      }}
    >
      <img className={styles.picture} src={after} alt={alt} draggable={false} />
      <img className={styles.before} src={before} alt={called.before} draggable={false} />
      <span className={styles.line} />
      <div
        role="slider"
        tabIndex={0}
        className={styles.handle}
        aria-label={called.share}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share)}
        aria-valuetext={format.percent(share / 100)}
        onKeyDown={(event) => {
          const step = KEY_STEPS[event.key];
          if (step === undefined) return;
          event.preventDefault();
          setShare(clampShare(share + step));
        }}
      >
        <ChevronsLeftRight size={18} aria-hidden="true" />
      </div>
      <Badge tone="picture" className={styles.left}>
        {called.before}
      </Badge>
      <Badge tone="picture" className={styles.right}>
        {called.after}
      </Badge>
    </div>
  );
}

function clampShare(value: number): number {
  return Math.min(100, Math.max(0, value));
}

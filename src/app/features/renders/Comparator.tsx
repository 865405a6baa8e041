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

/** Snapshot and render over each other, parted by a line that pointer and keys move. */
export function Comparator({
  before,
  after,
  alt,
  aspect,
}: {
  readonly before: string;
  readonly after: string;
  readonly alt: string;
  /** Width through height of both. */
  readonly aspect: number;
}) {
  const { format } = useTexts();
  const { result } = useLateTexts();
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
      <img className={styles.before} src={before} alt={result.snapshot} draggable={false} />
      <span className={styles.line} />
      <div
        role="slider"
        tabIndex={0}
        className={styles.handle}
        aria-label={result.comparator}
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
        {result.snapshot}
      </Badge>
      <Badge tone="picture" className={styles.right}>
        {result.render}
      </Badge>
    </div>
  );
}

function clampShare(value: number): number {
  return Math.min(100, Math.max(0, value));
}

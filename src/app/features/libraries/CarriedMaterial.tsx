import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import type { AppState } from '../../state/state.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Tile } from '../../ui/Tile.tsx';
import styles from './CarriedMaterial.module.css';

/** The library material that is carried over the stage, at the pointer, with the name of what it would lie on. */
export function CarriedMaterial() {
  const { carried } = useSnapshot(useApp().state.stage);
  return carried !== null && <AtPointer {...carried} />;
}

function AtPointer({ name, thumbnail, over, startX, startY }: NonNullable<AppState['stage']['carried']>) {
  const { taps } = useLateTexts();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place(box.current, startX, startY), [startX, startY]);
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const move = ({ clientX, clientY }: PointerEvent | Touch): void => place(box.current, clientX, clientY);
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('touchmove', ({ touches: [touch] }) => touch && move(touch), { signal });
    return () => listeners.abort();
  }, []);
  // Beside the dialog that it comes from, or it would be as invisible.
  return createPortal(
    <div ref={box} className={styles.carried} aria-hidden="true" data-over={over !== null}>
      <Tile address={thumbnail} className={styles.picture} />
      <span className={styles.text}>
        <span className={styles.name}>{name}</span>
        <span>{over === null ? taps.dropOnPart : taps.dropOn(over)}</span>
      </span>
    </div>,
    document.body,
  );
}

function place(box: HTMLElement | null, xPx: number, yPx: number): void {
  box?.style.setProperty('--x', `${xPx}px`);
  box?.style.setProperty('--y', `${yPx}px`);
}

import { type ReactNode, useRef } from 'react';
import styles from './StageHandle.module.css';

/** CSS pixels from the left and top of the box around a handle. */
type UsePoint = (xPx: number, yPx: number, box: DOMRect) => void;

interface StageHandleProps {
  readonly label: string;
  /** CSS lengths in the box of the element around it. */
  readonly place: readonly [x: string, y: string];
  /** For one of several that can be chosen; it is a toggle then. */
  readonly isSelected?: boolean;
  readonly isOff?: boolean;
  /** A smaller dot; its area for a finger stays. */
  readonly isSmall?: boolean;
  readonly children?: ReactNode;
  /** A press on it, or the keyboard's. */
  readonly onPress?: () => void;
  /** A drag begins. */
  readonly onGrab?: UsePoint;
  readonly onDrag: UsePoint;
  /** @param isKept False when the drag was given up. */
  readonly onLetGo: (isKept: boolean) => void;
  /** @returns True for a key that it has used. */
  readonly onKey: (event: React.KeyboardEvent) => boolean;
}

/** A dot over the picture on the stage that is dragged by mouse, pen and finger. Escape gives a drag up. */
export function StageHandle(props: StageHandleProps) {
  const { label, place, isSelected, isOff = false, isSmall = false, children } = props;
  const { onPress, onGrab, onDrag, onLetGo, onKey } = props;
  const held = useRef<number | null>(null);
  const tell = (event: React.PointerEvent<HTMLButtonElement>, use: UsePoint | undefined): void => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (held.current !== event.pointerId || box === undefined) return;
    use?.(event.clientX - box.left, event.clientY - box.top, box);
  };
  const letGo = (isKept: boolean): void => {
    if (held.current === null) return;
    held.current = null;
    onLetGo(isKept);
  };
  return (
    <button
      type="button"
      className={styles.handle}
      data-selected={isSelected}
      data-off={isOff}
      data-small={isSmall}
      aria-pressed={isSelected}
      aria-label={label}
      ref={(element) => {
        element?.style.setProperty('--x', place[0]);
        element?.style.setProperty('--y', place[1]);
      }}
      onClick={onPress}
      onPointerDown={(event) => {
        if (event.button !== 0 || held.current !== null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = event.pointerId;
        onPress?.();
        tell(event, onGrab);
      }}
      onPointerMove={(event) => tell(event, onDrag)}
      onPointerUp={() => letGo(true)}
      onPointerCancel={() => letGo(false)}
      onLostPointerCapture={() => letGo(true)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && held.current !== null) {
          event.stopPropagation();
          letGo(false);
        }
        if (!onKey(event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <span aria-hidden="true">{children}</span>
    </button>
  );
}

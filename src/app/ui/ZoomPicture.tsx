import { Minus, Plus, Scan } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLateTexts } from '../texts/use-late-texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { IconButton } from './IconButton.tsx';
import styles from './ZoomPicture.module.css';
import { panBy, WHOLE_PICTURE, wheelScale, type ZoomView, zoomAt } from './zoom-view.ts';

/** How much a key or a button enlarges. */
const STEP = 1.25;
/** How far an arrow key moves the picture, in parts of the box. */
const KEY_PAN = 0.08;
/** How far a whole picture is pushed aside to bring the next one, in parts of the box. */
const SWIPE = 0.12;

/** One picture, 1 to 5 times: wheel, pinch, drag, buttons and keys. What it has no use for, its surroundings may use. */
export function ZoomPicture({
  image,
  alt,
  aspect,
  onSwipe,
  onEnlarge,
  onError,
}: {
  readonly image: string;
  readonly alt: string;
  readonly aspect: number;
  /** A whole picture was pushed aside: 1 asks for the next one, -1 for the one before. */
  readonly onSwipe?: (step: 1 | -1) => void;
  /** Told of every new scale whether it is above 1: then the arrows are this picture's. */
  readonly onEnlarge?: (isEnlarged: boolean) => void;
  /** The picture does not come. */
  readonly onError?: () => void;
}) {
  const { format } = useTexts();
  const { result } = useLateTexts();
  const box = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  /** Where the only pointer came down on the whole picture; null for any other gesture. */
  const swipe = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const [view, setView] = useState<ZoomView>(WHOLE_PICTURE);

  useLayoutEffect(() => {
    const style = box.current?.style;
    style?.setProperty('--aspect', String(aspect));
    style?.setProperty('--scale', String(view.scale));
    style?.setProperty('--x', `${view.x * 100}%`);
    style?.setProperty('--y', `${view.y * 100}%`);
  }, [view, aspect]);

  const isEnlarged = view.scale > 1;
  useEffect(() => {
    onEnlarge?.(isEnlarged);
    return () => onEnlarge?.(false);
  }, [onEnlarge, isEnlarged]);

  // React listens to wheel passively, and the page would scroll.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const at = placeIn(element, event);
      const delta = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
      setView((old) => zoomAt(old, wheelScale(old.scale, delta), at.x, at.y));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, []);

  const move = (event: React.PointerEvent<HTMLDivElement>) => {
    const held = pointers.current;
    const before = held.get(event.pointerId);
    if (before === undefined) return;
    const now = placeIn(event.currentTarget, event);
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
    held.set(event.pointerId, now);
    if (other === undefined) {
      setView((old) => panBy(old, now.x - before.x, now.y - before.y));
      return;
    }
    const spread = Math.hypot(before.x - other.x, before.y - other.y);
    if (spread === 0) return;
    const ratio = Math.hypot(now.x - other.x, now.y - other.y) / spread;
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    setView((old) => zoomAt(old, old.scale * ratio, middle.x, middle.y));
  };
  const release = (event: React.PointerEvent<HTMLDivElement>) => {
    pointers.current.delete(event.pointerId);
    const from = swipe.current;
    swipe.current = null;
    if (from === null || event.type !== 'pointerup') return;
    const to = placeIn(event.currentTarget, event);
    const across = to.x - from.x;
    if (Math.abs(across) < SWIPE || Math.abs(to.y - from.y) > Math.abs(across)) return;
    onSwipe?.(across < 0 ? 1 : -1);
  };
  const zoomBy = (factor: number) => setView((old) => zoomAt(old, old.scale * factor, 0, 0));
  const onKeyDown = (event: React.KeyboardEvent) => {
    const next = viewAfterKey(view, event.key);
    // At its edge an enlarged picture has the arrows for itself as well.
    if (next === null || (isSame(next, view) && !isEnlarged)) return;
    event.preventDefault();
    setView(next);
  };
  const factor = `${format.number(Math.round(view.scale * 10) / 10)}×`;
  return (
    <div
      ref={box}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys that zoom and move need the focus here
      tabIndex={0}
      aria-label={`${alt}. ${result.zoomLevel(factor)}. ${result.zoomHelp}`}
      className={styles.box}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = placeIn(event.currentTarget, event);
        swipe.current = pointers.current.size === 0 && view.scale === 1 ? at : null;
        pointers.current.set(event.pointerId, at);
      }}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <img
        className={styles.picture}
        src={image}
        alt={alt}
        draggable={false}
        {...(onError === undefined ? {} : { onError })}
      />
      <div className={styles.tools} onPointerDown={(event) => event.stopPropagation()}>
        <IconButton
          label={result.zoomOut}
          icon={<Minus size={16} />}
          placement="top"
          onPress={() => zoomBy(1 / STEP)}
        />
        <span className={styles.factor} role="status">
          {factor}
        </span>
        <IconButton
          label={result.zoomIn}
          icon={<Plus size={16} />}
          placement="top"
          onPress={() => zoomBy(STEP)}
        />
        <IconButton
          label={result.zoomReset}
          icon={<Scan size={16} />}
          placement="top"
          onPress={() => setView(WHOLE_PICTURE)}
        />
      </div>
    </div>
  );
}

function isSame(one: ZoomView, other: ZoomView): boolean {
  return one.scale === other.scale && one.x === other.x && one.y === other.y;
}

function viewAfterKey(view: ZoomView, key: string): ZoomView | null {
  if (key === '+' || key === '=') return zoomAt(view, view.scale * STEP, 0, 0);
  if (key === '-') return zoomAt(view, view.scale / STEP, 0, 0);
  if (key === '0') return WHOLE_PICTURE;
  if (key === 'ArrowLeft') return panBy(view, KEY_PAN, 0);
  if (key === 'ArrowRight') return panBy(view, -KEY_PAN, 0);
  if (key === 'ArrowUp') return panBy(view, 0, KEY_PAN);
  if (key === 'ArrowDown') return panBy(view, 0, -KEY_PAN);
  return null;
}

/** Where a pointer is in a box: -0.5 to 0.5 in both directions. */
function placeIn(element: Element, event: { readonly clientX: number; readonly clientY: number }) {
  const rect = element.getBoundingClientRect();
  return {
    x: (event.clientX - rect.left) / rect.width - 0.5,
    y: (event.clientY - rect.top) / rect.height - 0.5,
  };
}

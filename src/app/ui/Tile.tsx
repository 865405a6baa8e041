import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';
import styles from './Tile.module.css';

/**
 * A small picture in a frame; what stands in its place until there is one, or where it does not come. That is asked for
 * again once there is a connection.
 */
export function Tile({
  address,
  className,
  tint = null,
  children,
}: {
  readonly address: string | null;
  /** Gives it its size. */
  readonly className?: string | undefined;
  /** `#rrggbb` that multiplies the picture. */
  readonly tint?: string | null;
  readonly children?: ReactNode;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  useEffect(() => {
    if (broken === null) return;
    const ask = (): void => setBroken(null);
    window.addEventListener('online', ask);
    return () => window.removeEventListener('online', ask);
  }, [broken]);
  return (
    <span className={classes(styles.tile, className)}>
      {address === null || address === broken ? (
        children
      ) : (
        <>
          <img src={address} alt="" loading="lazy" onError={() => setBroken(address)} />
          {tint !== null && <Tint colour={tint} />}
        </>
      )}
    </span>
  );
}

function Tint({ colour }: { readonly colour: string }) {
  const cover = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => cover.current?.style.setProperty('--tint', colour), [colour]);
  return <span ref={cover} className={styles.tint} data-tint={colour} />;
}

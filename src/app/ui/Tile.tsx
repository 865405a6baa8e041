import { type ReactNode, useEffect, useState } from 'react';
import { classes } from './classes.ts';
import styles from './Tile.module.css';

/**
 * A small picture in a frame; what stands in its place until there is one, or where it does not come. That is asked for
 * again once there is a connection.
 */
export function Tile({
  address,
  className,
  children,
}: {
  readonly address: string | null;
  /** Gives it its size. */
  readonly className?: string | undefined;
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
        <img src={address} alt="" loading="lazy" onError={() => setBroken(address)} />
      )}
    </span>
  );
}

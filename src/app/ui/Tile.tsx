import { type ReactNode, useState } from 'react';
import { classes } from './classes.ts';
import styles from './Tile.module.css';

/** A small picture in a frame; what stands in its place until there is one, or where it does not come. */
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

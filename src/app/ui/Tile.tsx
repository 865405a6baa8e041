import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classes } from './classes.ts';
import styles from './Tile.module.css';
import { useBroken } from './use-broken.ts';

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
  const [isBroken, onError] = useBroken(address);
  return (
    <span className={classes(styles.tile, className)}>
      {address === null || isBroken ? (
        children
      ) : (
        <>
          <img src={address} alt="" loading="lazy" onError={onError} />
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

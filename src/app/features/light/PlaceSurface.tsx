import { useEffect, useRef } from 'react';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { followHighlight } from './follow-highlight.ts';
import styles from './PlaceSurface.module.css';

/** Takes presses on the stage while the highlight of the chosen light is being placed. Escape ends it. */
export function PlaceSurface() {
  const app = useApp();
  const { rigs } = useLateTexts();
  const surface = useRef<HTMLDivElement>(null);
  useEffect(() => (surface.current === null ? undefined : followHighlight(app, surface.current)), [app]);
  return <div ref={surface} className={styles.surface} role="img" aria-label={rigs.placeHelp} />;
}

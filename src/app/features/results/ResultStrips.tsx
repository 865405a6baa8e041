import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { RenderBody } from '../../../contract/http/renders.ts';
import type { RenderId } from '../../../contract/ids.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { altText } from './finished-renders.ts';
import styles from './ResultModal.module.css';

/** The project's renders in a row, to go from one to the next, or to choose one to compare with. */
export function RenderStrip({
  renders,
  current,
  other,
  isPairing,
  onOpen,
}: {
  readonly renders: readonly RenderBody[];
  readonly current: RenderId;
  /** What it is compared with. */
  readonly other: RenderId | null;
  readonly isPairing: boolean;
  readonly onOpen: (id: RenderId) => void;
}) {
  const { t } = useTexts();
  const { result, pair } = useLateTexts();
  const from = isPairing && other !== null ? other : current;
  const chosen = useRef<HTMLButtonElement>(null);
  const isThere = renders.some(({ id }) => id === from);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for another one, which the reference does not tell
  useEffect(() => {
    if (isThere) chosen.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [from, isThere]);
  if (!renders.some(({ id }) => id !== current)) return <p className={styles.alone}>{result.noOthers}</p>;
  const at = renders.findIndex(({ id }) => id === from);
  const step = (by: number) => {
    const next = renders[at + by];
    if (next !== undefined) onOpen(next.id);
  };
  return (
    <nav className={styles.strip} aria-label={isPairing ? pair.choose : result.others}>
      <IconButton
        label={result.previous}
        icon={<ChevronLeft size={18} />}
        placement="top"
        isDisabled={at <= 0}
        onPress={() => step(-1)}
      />
      <div className={styles.thumbnails}>
        {renders.map((render) => (
          <button
            key={render.id}
            type="button"
            className={styles.tile}
            aria-current={render.id === current}
            data-other={render.id === other}
            ref={render.id === from ? chosen : null}
            onClick={() => onOpen(render.id)}
          >
            <img
              src={render.thumbnail_url ?? render.main_output_url ?? ''}
              alt={altText(render, t.carousel.noPrompt)}
              loading="lazy"
            />
          </button>
        ))}
      </div>
      <IconButton
        label={result.next}
        icon={<ChevronRight size={18} />}
        placement="top"
        isDisabled={at === -1 || at === renders.length - 1}
        onPress={() => step(1)}
      />
    </nav>
  );
}

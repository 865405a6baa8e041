import { Check, ImageOff, Images, Sparkles, Star } from 'lucide-react';
import { memo } from 'react';
import type { RenderCardBody } from '../../../contract/http/gallery.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { useBroken } from '../../ui/use-broken.ts';
import styles from './GalleryGrid.module.css';

/** What a card can be asked for; the same object for all cards, so that only those that change are drawn again. */
export interface CardActions {
  readonly onOpen: (card: RenderCardBody) => void;
  readonly onToggle: (card: RenderCardBody, isRange: boolean) => void;
  readonly onStar: (card: RenderCardBody) => void;
  readonly onFocus: (card: RenderCardBody) => void;
}

/** One render of the gallery: a press opens it; its star and its mark are buttons of their own. */
export const GalleryCard = memo(function GalleryCard({
  card,
  column,
  isActive,
  isSelected,
  canStar,
  actions,
}: {
  readonly card: RenderCardBody;
  readonly column: number;
  /** Tab comes to this card, and on to its buttons. */
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly canStar: boolean;
  readonly actions: CardActions;
}) {
  const { format } = useTexts();
  const { gallery } = useLateTexts();
  const [isBroken, onError] = useBroken(card.thumbnail);
  const when = format.dateTime(card.created_at);
  const prompt = card.positive_prompt.trim().slice(0, 80) || gallery.noPrompt;
  const name = gallery.card(prompt, when);
  const tabIndex = isActive ? 0 : -1;
  const open = (event: React.MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) actions.onToggle(card, event.shiftKey);
    else actions.onOpen(card);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid reads the keys of all its cards
    // biome-ignore lint/a11y/useSemanticElements: there is no table around it
    <div
      role="gridcell"
      aria-label={name}
      aria-colindex={column + 1}
      aria-selected={isSelected}
      tabIndex={tabIndex}
      data-render={card.id}
      className={styles.card}
      onClick={open}
      onFocus={() => actions.onFocus(card)}
    >
      <span className={styles.frame}>
        {isBroken ? (
          <span className={styles.broken} data-broken>
            <ImageOff size={24} aria-hidden="true" />
          </span>
        ) : (
          <img
            className={styles.picture}
            src={card.thumbnail}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
            onError={onError}
          />
        )}
        {card.engine === 'comfyui' && (
          <span className={styles.engine} title={gallery.ai}>
            <Sparkles size={12} aria-label={gallery.ai} role="img" />
          </span>
        )}
        {card.images > 1 && (
          <span className={styles.count} title={gallery.images(card.images)}>
            <Images size={12} aria-hidden="true" />
            {card.images}
          </span>
        )}
      </span>
      <span className={styles.line}>
        <time className={styles.when} dateTime={card.created_at}>
          {when}
        </time>
        <button
          type="button"
          className={styles.star}
          tabIndex={tabIndex}
          aria-pressed={card.starred}
          aria-label={gallery.star(name)}
          title={card.starred ? gallery.removeStar : gallery.addStar}
          disabled={!canStar}
          onClick={(event) => {
            event.stopPropagation();
            actions.onStar(card);
          }}
        >
          <Star size={16} aria-hidden="true" fill={card.starred ? 'currentColor' : 'none'} />
        </button>
      </span>
      <button
        type="button"
        className={styles.mark}
        tabIndex={tabIndex}
        aria-pressed={isSelected}
        aria-label={gallery.select(name)}
        title={gallery.selectTip}
        onClick={(event) => {
          event.stopPropagation();
          actions.onToggle(card, event.shiftKey);
        }}
      >
        <Check size={14} aria-hidden="true" />
      </button>
    </div>
  );
});

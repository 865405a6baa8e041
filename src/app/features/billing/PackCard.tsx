import { CircleDot } from 'lucide-react';
import type { PackBody } from '../../../contract/http/billing.ts';
import { useRenderCost } from '../../core/use-account.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Packs.module.css';

/** One pack: its credits, the pictures that they are good for, and its price. */
export function PackCard({
  pack,
  isBusy,
  isBlocked,
  onBuy,
}: {
  readonly pack: PackBody;
  readonly isBusy: boolean;
  /** Another one is being bought. */
  readonly isBlocked: boolean;
  readonly onBuy: () => void;
}) {
  const { format } = useTexts();
  const { packs: t } = useLateTexts();
  const cost = useRenderCost();
  const pictures = Math.floor(pack.credits / Math.max(1, cost));
  return (
    <li className={styles.pack} aria-label={pack.name}>
      <h3 className={styles.name}>{pack.name}</h3>
      <p className={styles.credits}>
        <CircleDot size={18} aria-hidden="true" />
        <span className="spoken">{t.credits(format.number(pack.credits))}</span>
        <span aria-hidden="true">{format.credits(pack.credits)}</span>
      </p>
      <p className={styles.pictures}>
        {t.pictures(format.number(pictures), format.money(pack.price_per_image, pack.currency))}
      </p>
      <div className={styles.foot}>
        <span className={styles.price}>{format.money(pack.price, pack.currency)}</span>
        <Button
          aria-label={isBusy ? t.processing : t.buyNamed(pack.name)}
          isDisabled={isBlocked && !isBusy}
          isLoading={isBusy}
          loadingLabel={t.processing}
          onPress={onBuy}
        >
          {t.buy}
        </Button>
      </div>
    </li>
  );
}

import { CircleDot, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { RenderBody } from '../../../contract/http/renders.ts';
import type { RenderId } from '../../../contract/ids.ts';
import { pricePictures } from '../../../contract/price-pictures.ts';
import { useSystem } from '../../core/render-queries.ts';
import { useRenderCost } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useHasCredits } from '../../core/use-config.ts';
import { useLiveQuery } from '../../core/use-live-query.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './ResultInfo.module.css';
import { runAgain } from './run-again.ts';

/** What was ordered here: of which render, and the render it became once the server has answered. */
interface Ordered {
  readonly id: RenderId;
  readonly key: string | null;
  readonly renderId: number | null;
}

/**
 * Orders the same recipe again, at the price on the button; why it cannot be stands below. It takes the next press when that
 * order has ended: a second one meanwhile would buy the same picture twice.
 */
export function RunAgain({ render }: { readonly render: RenderBody }) {
  const app = useApp();
  const texts = useTexts();
  const { t, format } = texts;
  const { result } = useLateTexts();
  const { connection } = useSnapshot(app.state.shell);
  const system = useSystem();
  const cost = useRenderCost();
  const hasCredits = useHasCredits();
  const price = format.number(pricePictures(render.recipe, cost));
  const [ordered, setOrdered] = useState<Ordered | null>(null);
  const orderKey = ordered?.key ?? '';
  const row = useLiveQuery(() => app.db.outbox.where('key').equals(orderKey).first(), [orderKey]);
  // One that was refused is told among the orders that wait.
  const isRefused = row?.key === orderKey && (row.state === 'dead' || row.state === 'parked');
  const { jobs } = useSnapshot(app.state.progress).loader;
  const accepted = jobs.find((job) => job.id === orderKey)?.renderId ?? null;
  useEffect(() => {
    if (accepted !== null) setOrdered((before) => before && { ...before, renderId: accepted });
  }, [accepted]);
  const became = ordered?.renderId ?? null;
  const hasEnded = became !== null && !jobs.some((job) => job.renderId === became);
  const isOrdered = ordered?.id === render.id && !isRefused && !hasEnded;
  const isAiMissing = render.engine === 'comfyui' && system !== null && system.system.ai === null;
  const reason =
    connection === 'online'
      ? isAiMissing
        ? result.runAgainNoAi
        : null
      : t.shell[connection === 'gone' ? 'gone' : 'offline'];
  const press = async (): Promise<void> => {
    const { id } = render;
    setOrdered({ id, key: null, renderId: null });
    try {
      setOrdered({ id, key: await runAgain(app, render), renderId: null });
    } catch (error) {
      setOrdered(null);
      app.toasts.show('error', t.order.failed(describeError(texts, error)), { cause: error });
    }
  };
  return (
    <div className={styles.again}>
      <Button
        variant="primary"
        size="lg"
        isWide
        icon={<RotateCw size={16} aria-hidden="true" />}
        {...(hasCredits ? { 'aria-label': `${result.runAgain}, ${t.order.price(price)}` } : {})}
        isDisabled={reason !== null || isOrdered}
        onPress={() => void press()}
      >
        {result.runAgain}
        {hasCredits && (
          <span className={styles.againPrice}>
            <CircleDot size={14} aria-hidden="true" />
            {price}
          </span>
        )}
      </Button>
      <p className={styles.quiet} role="status">
        {reason ?? (isOrdered ? result.runAgainSent : result.runAgainHelp)}
      </p>
    </div>
  );
}

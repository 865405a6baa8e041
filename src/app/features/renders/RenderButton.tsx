import { CircleDot, Sparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { useSnapshot } from 'valtio';
import { loadCode } from '../../load-code.ts';
import { planEngine } from '../../plan-engine.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useRenderCost } from '../../use-account.ts';
import { useApp } from '../../use-app.ts';
import { useSettings } from '../../use-settings.ts';
import { priceOrder } from './price-order.ts';
import { useSystem } from './queries.ts';
import styles from './RenderButton.module.css';
import { refuseRender } from './refuse-render.ts';
import type { OrderOptions } from './request-render.ts';

const loadOrdering = () => loadCode(() => import('./request-render.ts'));

/**
 * The one amber thing: orders a render, with its price on it. While it cannot, it stays in reach and a press says why
 * (F13).
 */
export function RenderButton() {
  const app = useApp();
  const { t, format } = useTexts();
  const { account, project, stage, renders } = useSnapshot(app.state);
  const settings = useSettings();
  const cost = useRenderCost();
  const system = useSystem();
  // It comes right after the first paint: an order can be made without a connection as well (L4).
  useEffect(() => void loadOrdering().catch(() => undefined), []);
  const [asking, setAsking] = useState<'offline' | 'studio' | null>(null);
  const refusal = refuseRender({ account, project, stage });
  const isBusy = renders.button !== 'ready';
  const plan = planEngine(settings.render_settings, system?.system ?? null);
  const price = format.number(priceOrder(settings, cost, plan.outputPx));
  const label = {
    ready: plan.engine === 'comfyui' && !plan.isMissing ? t.order.renderAi : t.order.render,
    preparing: t.order.preparing,
    sending: t.order.sending,
  }[renders.button];

  const order = async (options: Pick<OrderOptions, 'isOffline' | 'engine'>): Promise<void> => {
    setAsking(null);
    app.state.renders.button = 'preparing';
    try {
      await (await loadOrdering()).requestRender(app, { ...options, cost });
    } catch (error) {
      app.state.renders.button = 'ready';
      const texts = app.texts();
      app.toasts.show('error', t.order.failed(describeError(texts, error)));
    }
  };
  const press = (): void => {
    if (isBusy) return;
    if (refusal !== null) app.toasts.show('warning', t.order[refusal]);
    else if (app.reachability.connection() !== 'online') setAsking('offline');
    else if (plan.isMissing) setAsking('studio');
    else void order({ isOffline: false });
  };
  return (
    <>
      <Button
        className={styles.render ?? ''}
        aria-label={label}
        aria-describedby="render-price"
        aria-disabled={refusal !== null || isBusy}
        data-off={refusal !== null ? '' : undefined}
        onPress={press}
      >
        {isBusy ? <Spinner /> : <Sparkles size={18} aria-hidden="true" />}
        <span className={styles.label}>{label}</span>
        <span className={styles.price} id="render-price">
          <CircleDot size={14} aria-hidden="true" />
          <span aria-hidden="true">{price}</span>
          <span className={styles.spoken}>{t.order.price(price)}</span>
        </span>
      </Button>
      <ConfirmDialog
        isOpen={asking === 'offline'}
        title={t.order.offlineTitle}
        message={t.order.offlineMessage(price)}
        confirmLabel={t.order.offlineSend}
        cancelLabel={t.ui.cancel}
        isDestructive={false}
        onConfirm={() => void order({ isOffline: true })}
        onCancel={() => setAsking(null)}
      />
      <ConfirmDialog
        isOpen={asking === 'studio'}
        title={t.order.aiMissingTitle}
        message={t.order.aiMissingMessage}
        confirmLabel={t.order.toStudio}
        cancelLabel={t.ui.cancel}
        isDestructive={false}
        onConfirm={() => void order({ isOffline: false, engine: 'studio' })}
        onCancel={() => setAsking(null)}
      />
    </>
  );
}

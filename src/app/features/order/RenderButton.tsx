import { CircleDot, Images, Sparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { useSnapshot } from 'valtio';
import { isCancelled } from '../../browser/expected-errors.ts';
import { loadCode } from '../../browser/load-code.ts';
import { isAway } from '../../core/judge-service.ts';
import { useAccount, useRenderCost } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useHasCredits } from '../../core/use-config.ts';
import { useService } from '../../core/use-service.ts';
import { useSettings } from '../../core/use-settings.ts';
import { priceOrder } from '../../model/price-order.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { askToNotify } from './ask-to-notify.ts';
import { describeOrderError } from './describe-order-error.ts';
import { judgeButton } from './judge-button.ts';
import type { OrderOptions } from './place-order.ts';
import styles from './RenderButton.module.css';
import { useOrderPlan } from './use-order-plan.ts';

const loadOrdering = () => loadCode(() => import('./request-render.ts'));

/**
 * The one amber thing: orders a render, with its price on it. While it cannot, it stays in reach and a press says why
 * (F13).
 */
export function RenderButton() {
  const app = useApp();
  const { t, format } = useTexts();
  const { orderWords: words } = useLateTexts();
  const { account, project, stage, order } = useSnapshot(app.state);
  const settings = useSettings();
  const cost = useRenderCost();
  const hasCredits = useHasCredits();
  // It comes right after the first paint: an order can be made without a connection as well (L4).
  useEffect(() => void loadOrdering().catch(() => undefined), []);
  const [asking, setAsking] = useState<'offline' | 'studio' | null>(null);
  const balance = useAccount()?.credits ?? null;
  const { render_settings: look } = settings;
  const { isHere, plan } = useOrderPlan();
  const service = useService();
  const state = judgeButton({ account, project, stage, button: order.button, service, plan, look, isHere });
  const { refusal, isBusy } = state;
  const label = t.order[state.label];
  const credits = isHere ? 0 : priceOrder(settings, cost, plan.outputPx);
  const price = format.number(credits);

  // It came while the person was asked whether to wait for it.
  const isBack = !isAway(service);
  const ask = hasCredits
    ? { now: words.backMessage(price), later: t.order.offlineMessage(price) }
    : { now: words.backFree, later: t.order.offlineFree };

  const send = async (options: Pick<OrderOptions, 'isOffline' | 'engine' | 'isHere'>): Promise<void> => {
    setAsking(null);
    app.toasts.done('order');
    askToNotify(app);
    app.state.order.button = 'preparing';
    try {
      await (await loadOrdering()).requestRender(app, { ...options, cost });
    } catch (error) {
      app.state.order.button = 'ready';
      // By the person, who is told of all that was cancelled.
      if (!isCancelled(error))
        app.toasts.show('error', describeOrderError(app, error), {
          about: 'order',
          cause: error,
        });
    }
  };
  const press = (): void => {
    if (refusal !== null && state.press === 'refuse')
      app.toasts.show('warning', t.order[refusal], { about: 'order' });
    else if (state.press === 'ask-offline') setAsking('offline');
    else if (state.press === 'ask-studio') setAsking('studio');
    else if (state.press === 'draw-here') void send({ isOffline: false, engine: 'studio', isHere: true });
    else if (state.press === 'order') void send({ isOffline: false });
  };
  const orderSet = (): void => {
    if (refusal !== null) app.toasts.show('warning', t.order[refusal], { about: 'order' });
    else if (!isBusy) app.state.shell.modal = { kind: 'order-set' };
  };
  return (
    <>
      <div className={styles.row} data-tour="render">
        <Button
          className={styles.render ?? ''}
          aria-label={label}
          {...(hasCredits ? { 'aria-describedby': 'render-price' } : {})}
          aria-disabled={refusal !== null || isBusy}
          data-off={refusal !== null ? '' : undefined}
          onPress={press}
        >
          {isBusy ? <Spinner /> : <Sparkles size={18} aria-hidden="true" />}
          <span className={styles.label}>{label}</span>
          {!isBusy && hasCredits && (
            <span className={styles.price} aria-hidden="true">
              {!isHere && <CircleDot size={14} />}
              {isHere ? words.free : price}
            </span>
          )}
          {hasCredits && (
            <span className="spoken" id="render-price">
              <span>{isHere ? words.hereFree : t.order.price(price)}</span>
              {balance !== null && !isHere && <span>{`. ${t.order.balance(format.number(balance))}`}</span>}
            </span>
          )}
        </Button>
        <IconButton
          className={styles.set}
          isSolid
          label={t.order.orderSet}
          icon={<Images size={18} aria-hidden="true" />}
          placement="top"
          aria-disabled={refusal !== null || isBusy}
          onPress={orderSet}
        />
      </div>
      {(refusal === 'largeForAi' || refusal === 'largeLayers') && (
        <p className={styles.short}>{t.order[refusal]}</p>
      )}
      {hasCredits && balance !== null && balance < credits && (
        <p className={styles.short}>{t.order.balance(format.number(balance))}</p>
      )}
      <ConfirmDialog
        isOpen={asking === 'offline'}
        title={isBack ? words.backTitle : service === 'offline' ? words.offlineTitle : words.goneTitle}
        message={isBack ? ask.now : ask.later}
        confirmLabel={isBack ? t.order.send : t.order.offlineSend}
        cancelLabel={t.ui.cancel}
        isDestructive={false}
        onConfirm={() => void send({ isOffline: !isBack })}
        onCancel={() => setAsking(null)}
      />
      <ConfirmDialog
        isOpen={asking === 'studio'}
        title={words.aiMissingTitle}
        message={t.order.aiMissingMessage}
        confirmLabel={t.order.toStudio}
        cancelLabel={t.ui.cancel}
        isDestructive={false}
        onConfirm={() => void send({ isOffline: false, engine: 'studio' })}
        onCancel={() => setAsking(null)}
      />
    </>
  );
}

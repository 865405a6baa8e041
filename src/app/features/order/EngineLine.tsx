import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { isTold } from '../../core/judge-service.ts';
import { useSystem } from '../../core/render-queries.ts';
import { useRenderCost } from '../../core/use-account.ts';
import { useHasCredits } from '../../core/use-config.ts';
import { useService } from '../../core/use-service.ts';
import { useSettings } from '../../core/use-settings.ts';
import { planEngine } from '../../model/plan-engine.ts';
import { countImages, priceOrder } from '../../model/price-order.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Led } from '../../ui/Led.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Popover } from '../../ui/Popover.tsx';
import styles from './PromptPanel.module.css';
import { usePlace } from './use-place.ts';

const EngineChoice = lazyPart(async () => (await import('./EngineChoice.tsx')).EngineChoice, ChoiceFrame);

/** Which engine would paint, and the choice of another; what each image costs and how long it took lately. */
export function EngineLine() {
  const { t, format } = useTexts();
  const { orderWords: words } = useLateTexts();
  const service = useService();
  const settings = useSettings();
  const cost = useRenderCost();
  const hasCredits = useHasCredits();
  const system = useSystem();
  const [isOpen, setOpen] = useState(false);
  const isHere = usePlace().place === 'device';
  const plan = planEngine(settings.render_settings, system?.system ?? null);
  const isAi = plan.engine === 'comfyui';
  const isThere = isAi ? !plan.isMissing : system?.system.engines.includes('studio') === true;
  const missing = isAi ? t.order.engineAiMissing : t.order.engineNone;
  const isBusy = isAi && service === 'ai-busy';
  const ai = isBusy ? t.order.engineAiBusy : t.order.engineAi;
  const name = isThere ? (isAi ? ai : t.order.engineStudio) : missing;
  const images = countImages(settings);
  const each = format.number(priceOrder(settings, cost, plan.outputPx) / images);
  const { width, height, quality } = settings.render_settings;
  const pace = system?.system.paces.find(
    (kind) =>
      kind.engine === plan.engine &&
      kind.width === width &&
      kind.height === height &&
      kind.quality === quality &&
      kind.output_px === plan.outputPx,
  );
  const seconds = pace?.seconds;
  const about =
    seconds === undefined
      ? ''
      : `, ${t.order.about(format.roughRange(seconds.low * images, seconds.high * images))}`;
  if (isHere) {
    return (
      <div className={styles.engine}>
        <span>{words.hereFree}</span>
        <span className={styles.engineCost}>{t.order.pictures(images)}</span>
      </div>
    );
  }
  return (
    <div className={styles.engine}>
      {isTold(service) && (
        <Popover
          label={t.order.engineOf(name)}
          placement="top start"
          isOpen={isOpen}
          onOpenChange={setOpen}
          trigger={
            <Button className={styles.engineName ?? ''} aria-label={t.order.engineOf(name)}>
              <Led tone={isThere && !isBusy ? 'ok' : 'warn'} />
              {name}
              <ChevronDown size={14} aria-hidden="true" />
            </Button>
          }
        >
          <EngineChoice onLeave={() => setOpen(false)} />
        </Popover>
      )}
      <span
        className={styles.engineCost}
      >{`${hasCredits ? t.order.priceLine(images, each) : t.order.pictures(images)}${about}`}</span>
    </div>
  );
}

function ChoiceFrame({ children }: { readonly children: ReactNode }) {
  return <div className={styles.choiceFrame}>{children}</div>;
}

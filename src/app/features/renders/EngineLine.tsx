import { CircleHelp } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Led } from '../../ui/Led.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { useRenderCost } from '../../use-account.ts';
import { useApp } from '../../use-app.ts';
import { useSettings } from '../../use-settings.ts';
import styles from './PromptPanel.module.css';
import { countImages, priceOrder } from './price-order.ts';
import { useSystem } from './queries.ts';

/** Which engine would paint, what each image costs and how long it took lately. */
export function EngineLine() {
  const { t, format } = useTexts();
  const { connection } = useSnapshot(useApp().state.shell);
  const settings = useSettings();
  const cost = useRenderCost();
  const system = useSystem();
  const engines = system?.system.engines ?? [];
  const hasAi = engines.includes('comfyui');
  const hasAny = system?.system.has_available_servers === true;
  const isKnown = system !== null && connection === 'online';
  const images = countImages(settings);
  const each = format.number(priceOrder(settings, cost) / images);
  const seconds = system?.system.typical_seconds ?? null;
  const about = seconds === null ? '' : `, ${t.order.about(format.roughDuration(seconds * images))}`;
  return (
    <div className={styles.engine}>
      {isKnown && (
        <span className={styles.engineName}>
          <Led tone={hasAny ? 'ok' : 'warn'} />
          {hasAi ? t.order.engineAi : hasAny ? t.order.engineStudio : t.order.engineNone}
        </span>
      )}
      {isKnown && hasAny && !hasAi && (
        <Popover
          label={t.order.studioAbout}
          trigger={
            <IconButton
              size="sm"
              label={t.order.studioAbout}
              icon={<CircleHelp size={14} />}
              placement="top"
            />
          }
        >
          <p className={styles.hint}>{t.order.studioHint}</p>
        </Popover>
      )}
      <span className={styles.engineCost}>{`${t.order.priceLine(images, each)}${about}`}</span>
    </div>
  );
}

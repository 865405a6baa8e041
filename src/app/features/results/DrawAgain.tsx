import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import type { RenderBody } from '../../../contract/http/renders.ts';
import { useOrderKeys } from '../../core/render-queries.ts';
import { useApp } from '../../core/use-app.ts';
import { useConfig } from '../../core/use-config.ts';
import { useLiveQuery } from '../../core/use-live-query.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { canDrawAgain, drawAgainHere, type ObtainProject } from './draw-again-here.ts';
import styles from './ResultInfo.module.css';

/**
 * Draws a recipe again on this device, for nothing; beside it the server's button has its price. Nothing for what a device has not drawn,
 * and where devices do not draw. It takes the next press when that order has ended.
 */
export function DrawAgain({
  render,
  obtainProject,
}: {
  readonly render: RenderBody;
  readonly obtainProject: ObtainProject;
}) {
  const app = useApp();
  const texts = useTexts();
  const { result } = useLateTexts();
  const isOffered = useConfig()?.device_renders ?? true;
  const [ordered, setOrdered] = useState<{ readonly of: string; readonly key: string | null } | null>(null);
  const key = ordered?.key ?? '';
  const found = useLiveQuery(async () => ({ key, row: await app.db.deviceRenders.get(key) }), [key]);
  // Its number changes when the server takes it.
  const of = useOrderKeys()(render.id) ?? String(render.id);
  if (!isOffered || !app.outside.workers.studio.isSupported || !canDrawAgain(render)) return null;
  // What was found last may be of the order before.
  const state = found?.key === key ? found.row?.state : 'waiting';
  const isUnderWay = state === 'waiting' || state === 'drawing';
  const isOrdered = ordered?.of === of && (ordered.key === null || isUnderWay);
  const press = async (): Promise<void> => {
    setOrdered({ of, key: null });
    try {
      const begun = await drawAgainHere(app, render, obtainProject);
      setOrdered(begun === null ? null : { of, key: begun });
      if (begun === null) app.toasts.show('error', result.drawAgainNoProject);
    } catch (error) {
      setOrdered(null);
      app.toasts.show('error', texts.t.order.failed(describeError(texts, error)), { cause: error });
    }
  };
  return (
    <div className={styles.again}>
      <Button
        size="lg"
        isWide
        icon={<MonitorSmartphone size={16} aria-hidden="true" />}
        isDisabled={isOrdered}
        onPress={() => void press()}
      >
        {result.drawAgain}
      </Button>
      <p className={styles.quiet} role="status">
        {isOrdered ? result.runAgainSent : ''}
      </p>
    </div>
  );
}

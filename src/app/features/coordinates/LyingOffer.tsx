import { ArrowUpFromLine, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { useLiveQuery } from '../../core/use-live-query.ts';
import { useModel } from '../../core/use-model.ts';
import { useSettings } from '../../core/use-settings.ts';
import { standModel } from '../../scene/stand-model.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { isLying } from './is-lying.ts';
import styles from './LyingOffer.module.css';

/** A quiet question over a model that may lie on its side, with the press that stands it up; a no is kept per model. */
export function LyingOffer() {
  const app = useApp();
  const { t } = useTexts();
  const { load } = useSnapshot(app.state.stage);
  const settings = useSettings();
  const report = useModel()?.report;
  const key = `stands-right:${report?.hash}`;
  const answer = useLiveQuery(async () => (await app.db.kv.get(key)) ?? null, [key]);
  if (report === undefined || load !== null || answer !== null || !isLying(report, settings)) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame
    <div className={styles.offer} role="group" aria-label={t.coordinates.lying}>
      <span>{t.coordinates.lying}</span>
      <Button
        size="sm"
        icon={<ArrowUpFromLine size={14} aria-hidden="true" />}
        onPress={() => standModel(app, report, 'upright')}
      >
        {t.coordinates.standUp}
      </Button>
      <IconButton
        size="sm"
        placement="top"
        label={t.coordinates.staysSo}
        icon={<X size={16} />}
        onPress={() => void app.db.run(() => app.db.kv.put({ key, value: true }))}
      />
    </div>
  );
}

import { MonitorSmartphone, Server } from 'lucide-react';
import { snapshot, useSnapshot } from 'valtio';
import { keepPreferences, type Place } from '../../browser/preferences.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Said } from '../../ui/Said.tsx';
import { Segments } from '../../ui/Segments.tsx';
import styles from './RenderButton.module.css';
import { usePlace } from './use-place.ts';

/** Where orders are drawn; why this one cannot be drawn here stands below, and alone where there is no choice. */
export function PlaceChoice() {
  const app = useApp();
  const { place: t, live } = useLateTexts();
  const { isChoice, obstacle } = usePlace();
  const reasons = { ...t, unsupported: live.unsupported, notOffered: live.notOffered };
  const { place } = useSnapshot(app.state.preferences);
  const choose = (next: Place): void => {
    app.state.preferences.place = next;
    keepPreferences(app.outside.localStorage, snapshot(app.state.preferences));
  };
  return (
    <div className={isChoice || obstacle !== null ? styles.place : undefined}>
      {isChoice && (
        <Segments
          label={t.label}
          isWide
          value={place}
          onChange={choose}
          options={[
            { value: 'server', label: t.server, icon: <Server size={14} aria-hidden="true" /> },
            { value: 'device', label: t.device, icon: <MonitorSmartphone size={14} aria-hidden="true" /> },
          ]}
        />
      )}
      <Said>{obstacle !== null && <p className={styles.short}>{reasons[obstacle]}</p>}</Said>
    </div>
  );
}

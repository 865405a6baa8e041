import type { ReactNode } from 'react';
import { snapshot, useSnapshot } from 'valtio';
import { keepPreferences, MOTIONS, type Preferences, UNITS } from '../../browser/preferences.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Segments } from '../../ui/Segments.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './Account.module.css';
import { InstallApp } from './InstallApp.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { OpenOnTablet } from './OpenOnTablet.tsx';

/** Language, units, motion, keys, and how new projects look. */
export function PageSettings() {
  const app = useApp();
  const { t } = useTexts();
  const { settings } = useLateTexts();
  const { units, motion, toneMapping, singleKeys } = useSnapshot(app.state.preferences);
  const choose = (change: Partial<Preferences>): void => {
    Object.assign(app.state.preferences, change);
    keepPreferences(app.outside.localStorage, snapshot(app.state.preferences));
  };
  return (
    <div className={styles.blocks}>
      <Row label={t.signIn.language}>
        <LanguageChoice />
      </Row>
      <Row label={settings.units} help={settings.unitsHelp}>
        <Segments
          label={settings.units}
          options={UNITS.map((value) => ({ value, label: settings.unitNames[value] }))}
          value={units}
          onChange={(next) => choose({ units: next })}
        />
      </Row>
      <Row label={settings.motion} help={settings.motionHelp}>
        <Segments
          label={settings.motion}
          options={MOTIONS.map((value) => ({ value, label: settings.motionNames[value] }))}
          value={motion}
          onChange={(next) => choose({ motion: next })}
        />
      </Row>
      <Row label={settings.singleKeys} help={settings.singleKeysHelp}>
        <Switch
          label={settings.singleKeys}
          isLabelHidden
          isSelected={singleKeys}
          onChange={(next) => choose({ singleKeys: next })}
        />
      </Row>
      <Row label={settings.toneMapping} help={t.light.toneMappingHelp[toneMapping]}>
        <Segments
          label={settings.toneMapping}
          options={(['neutral', 'agx'] as const).map((value) => ({
            value,
            label: t.light.toneMappings[value],
          }))}
          value={toneMapping}
          onChange={(next) => choose({ toneMapping: next })}
        />
      </Row>
      <p className={styles.hint}>{settings.onThisDevice}</p>
      <InstallApp />
      <OpenOnTablet />
    </div>
  );
}

/** The label of a choice, which says its name itself to who cannot see. */
function Row({
  label,
  help,
  children,
}: {
  readonly label: string;
  readonly help?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.row}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      {children}
      {help !== undefined && <p className={styles.hint}>{help}</p>}
    </div>
  );
}

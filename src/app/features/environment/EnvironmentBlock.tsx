import { useId } from 'react';
import { useSettings } from '../../core/use-settings.ts';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './Environment.module.css';
import { EnvironmentList } from './EnvironmentList.tsx';
import { EnvironmentSliders } from './EnvironmentSliders.tsx';
import { SkySliders } from './SkySliders.tsx';

/** Which surroundings light the product, how they stand, and whether they are seen. */
export function EnvironmentBlock() {
  const { t } = useTexts();
  const titleId = useId();
  const environment = useSettings().render_settings.environment ?? null;
  return (
    <section className={styles.block} aria-labelledby={titleId}>
      <div>
        <h4 id={titleId} className={styles.title}>
          {t.environment.title}
        </h4>
        <p className={styles.help}>{environment === null ? t.environment.noneHelp : t.environment.help}</p>
      </div>
      <EnvironmentList environment={environment} />
      {environment?.kind === 'sky' && <SkySliders sky={environment} />}
      {environment !== null && <EnvironmentSliders environment={environment} />}
    </section>
  );
}

import { useId } from 'react';
import type { Environment } from '../../../contract/scene/environment.ts';
import { useModel } from '../../core/use-model.ts';
import { useSettings } from '../../core/use-settings.ts';
import { isLitByFile } from '../../model/count-file-lights.ts';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './Environment.module.css';
import { EnvironmentList } from './EnvironmentList.tsx';
import { EnvironmentSliders } from './EnvironmentSliders.tsx';
import { SkySliders } from './SkySliders.tsx';

/** Which surroundings light the product, how they stand, and whether they are seen. */
export function EnvironmentBlock() {
  const { t } = useTexts();
  const titleId = useId();
  const { environment: chosen = null, light_rig: rig, file_lights } = useSettings().render_settings;
  const environment = chosen as Environment | null;
  const { help, noneHelp, alone, besideFile } = t.environment;
  const isFileLit = isLitByFile(useModel()?.report, file_lights);
  return (
    <section className={styles.block} aria-labelledby={titleId}>
      <div>
        <h4 id={titleId} className={styles.title}>
          {t.environment.title}
        </h4>
        <p className={styles.help}>
          {environment === null
            ? noneHelp
            : rig === null
              ? `${help} ${isFileLit ? besideFile : alone}`
              : help}
        </p>
      </div>
      <EnvironmentList environment={environment} />
      {environment?.kind === 'sky' && <SkySliders sky={environment} />}
      {environment !== null && <EnvironmentSliders environment={environment} />}
    </section>
  );
}

import { ChevronRight } from 'lucide-react';
import { Button, Disclosure, DisclosurePanel } from 'react-aria-components';
import type { RenderBody } from '../../../contract/http/renders.ts';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './ResultInfo.module.css';

/** The recipe's own numbers, for who wants to know exactly. */
export function ResultSheet({ render }: { readonly render: RenderBody }) {
  const { t, format } = useTexts();
  const { recipe } = render;
  const rows: readonly (readonly [string, string])[] = [
    [t.result.sheetRows.engine, `${recipe.engineBuild.engine} ${recipe.engineBuild.version}`],
    [t.result.sheetRows.model, recipe.scene.modelName],
    [t.result.sheetRows.modelHash, recipe.scene.modelHash.slice(0, 12)],
    [t.result.sheetRows.size, format.size(recipe.widthPx, recipe.heightPx)],
    [t.result.sheetRows.quality, t.advanced.qualities[recipe.quality]],
    [t.result.sheetRows.camera, `${format.number(Math.round(recipe.camera.fovDegrees * 10) / 10)}°`],
    [t.light.preset, t.light.presets[recipe.scene.lighting ?? 'studio']],
    [t.light.shadow, format.percent(recipe.scene.shadowIntensity ?? 1)],
    [t.result.sheetRows.toneMapping, t.light.toneMappings[recipe.scene.toneMapping]],
    [t.result.sheetRows.exposure, format.number(recipe.scene.exposure)],
    [t.result.sheetRows.render, String(render.id)],
  ];
  return (
    <Disclosure className={styles.sheet ?? ''}>
      <h3>
        <Button slot="trigger" className={styles.sheetTrigger ?? ''}>
          <ChevronRight size={14} aria-hidden="true" />
          {t.result.sheet}
        </Button>
      </h3>
      <DisclosurePanel>
        <dl className={styles.sheetRows}>
          {rows.map(([name, value]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </DisclosurePanel>
    </Disclosure>
  );
}

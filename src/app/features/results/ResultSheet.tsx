import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, Disclosure, DisclosurePanel } from 'react-aria-components';
import { outputSize } from '../../../contract/files/output-size.ts';
import type { RenderBody } from '../../../contract/http/renders.ts';
import { FLOOR_BEFORE } from '../../../contract/scene/floor-defaults.ts';
import { isOnServer, useRender } from '../../core/render-queries.ts';
import { nameRig } from '../../model/name-rig.ts';
import { describeFileLights } from '../../texts/describe-file-lights.ts';
import { describeFloor } from '../../texts/describe-floor.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button as Retry } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import styles from './ResultInfo.module.css';
import { listLensFacts } from './tell-lens.ts';

/** The recipe's own numbers, for who wants to know exactly: as the server has the render, not a list that may be older. */
export function ResultSheet({ render: { id } }: { readonly render: Pick<RenderBody, 'id'> }) {
  const { t } = useTexts();
  const { result } = useLateTexts();
  const { data, isError, isFetching, refetch } = useRender(id);
  const [isOpen, setOpen] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  const hasRows = data !== undefined;
  // It stands at the end of a list that is often as high as the window: what opens comes into sight.
  useEffect(() => {
    if (isOpen && hasRows) sheet.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, hasRows]);
  return (
    <Disclosure ref={sheet} className={styles.sheet ?? ''} isExpanded={isOpen} onExpandedChange={setOpen}>
      <h3>
        <Button slot="trigger" className={styles.sheetTrigger ?? ''}>
          <ChevronRight size={14} aria-hidden="true" />
          {result.sheet}
        </Button>
      </h3>
      <DisclosurePanel>
        {data !== undefined && <SheetRows render={data} />}
        {data === undefined && !isError && <Spinner />}
        {data === undefined && isError && (
          <div className={styles.sheetFailed} role="alert">
            {result.sheetFailed}
            <Retry size="sm" isLoading={isFetching} onPress={() => void refetch()}>
              {t.ui.retry}
            </Retry>
          </div>
        )}
      </DisclosurePanel>
    </Disclosure>
  );
}

function SheetRows({ render }: { readonly render: RenderBody }) {
  const { t, format } = useTexts();
  const { result, workflow, rigs, differences, camera } = useLateTexts();
  const { recipe } = render;
  const size = outputSize(recipe);
  const own = describeFileLights({ format }, recipe.scene.fileLights);
  const rows: readonly (readonly [string, string])[] = [
    [result.sheetRows.engine, `${recipe.engineBuild.engine} ${recipe.engineBuild.version}`],
    [result.sheetRows.model, recipe.scene.modelName],
    [result.sheetRows.modelHash, recipe.scene.modelHash.slice(0, 12)],
    [result.sheetRows.size, format.size(size.widthPx, size.heightPx)],
    [result.sheetRows.quality, t.advanced.qualities[recipe.quality]],
    ...listLensFacts({ format, differences, camera })
      .map(([name, say]) => [name, say(recipe)] as const)
      .filter(([, value]) => value !== ''),
    ...(recipe.workflow === undefined ? [] : [[workflow.label, recipe.workflow] as const]),
    [t.light.preset, nameRig(recipe.scene.lightRig, recipe.scene.lighting, { t, rigs })],
    ...(own === '' ? [] : [[rigs.fileLights, own] as const]),
    [t.light.shadow, format.percent(recipe.scene.shadowIntensity ?? 1)],
    [t.floor.title, describeFloor({ t, format }, recipe.scene.floor ?? FLOOR_BEFORE)],
    [result.sheetRows.toneMapping, t.light.toneMappings[recipe.scene.toneMapping]],
    [result.sheetRows.exposure, format.number(recipe.scene.exposure)],
    ...(isOnServer(render) ? [[result.sheetRows.render, String(render.id)] as const] : []),
  ];
  return (
    <dl className={styles.sheetRows}>
      {rows.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

import { OUTPUT_PRICE } from '../../../contract/constants.ts';
import { outputSize } from '../../../contract/files/output-size.ts';
import type { AiOffer } from '../../../contract/http/engines.ts';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Segments } from '../../ui/Segments.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './AdvancedSection.module.css';
import { ProductControl } from './ProductControl.tsx';
import { setOutput, setWorkflow } from './set-picture.ts';

const OUTPUTS = ['none', '2048', '4096'] as const;
const OUTPUT_PX = { none: null, '2048': 2048, '4096': 4096 } as const;
/** No workflow has this name: it would not be one. */
const BUILT = '';

/** What only an AI engine does with a picture, as far as its servers can. */
export function AiControls({ ai }: { readonly ai: AiOffer }) {
  const app = useApp();
  const { format } = useTexts();
  const { output, workflow: texts } = useLateTexts();
  const settings = useSettings().render_settings;
  const { width, height, output_px: outputPx, workflow } = settings;
  const isGone = workflow !== null && !ai.workflows.includes(workflow);
  const names = isGone ? [workflow, ...ai.workflows] : ai.workflows;
  const largestPx = Math.max(width, height);
  const offered = OUTPUTS.filter((value) => (OUTPUT_PX[value] ?? Number.POSITIVE_INFINITY) > largestPx);
  const isOn = outputPx !== null && outputPx > largestPx;
  const large = isOn ? outputSize({ widthPx: width, heightPx: height, outputPx }) : null;
  return (
    <>
      {ai.can_upscale && (
        <div className={styles.group}>
          <span className={styles.label}>{output.label}</span>
          <Segments
            label={output.label}
            isWide
            value={isOn ? (String(outputPx) as '2048' | '4096') : 'none'}
            options={offered.map((value) => ({ value, label: output.options[value] }))}
            onChange={(value) => setOutput(app, output.undo, OUTPUT_PX[value])}
          />
          <span className={styles.help}>
            {large === null || !isOn
              ? output.off
              : output.help(
                  format.size(large.widthPx, large.heightPx),
                  format.number(OUTPUT_PRICE[outputPx]),
                )}
          </span>
        </div>
      )}
      <ProductControl hasWorkflow={workflow !== null && !isGone} />
      {names.length > 0 && (
        <div className={styles.group}>
          <Select
            label={texts.label}
            value={workflow ?? BUILT}
            options={[{ id: BUILT, label: texts.built }, ...names.map((name) => ({ id: name, label: name }))]}
            onChange={(name) => setWorkflow(app, texts.undo, name === BUILT ? null : name)}
          />
          {isGone && <span className={styles.help}>{texts.gone(workflow)}</span>}
        </div>
      )}
    </>
  );
}

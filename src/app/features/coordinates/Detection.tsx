import { ArrowUpFromLine } from 'lucide-react';
import { DETECTION_WEIGHTS } from '../../../contract/constants.ts';
import type { AxisCue, ModelReport } from '../../../contract/model-report.ts';
import type { UpAxis } from '../../../contract/scene/up-axis.ts';
import { useApp } from '../../core/use-app.ts';
import { standingMatrix, standModel } from '../../scene/stand-model.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { isSameMatrix } from '../../values/same-matrix.ts';
import styles from './CoordinatesPanel.module.css';
import { describeDetection } from './describe-detection.ts';
import { nameAxis } from './name-axis.ts';

/** What a cue adds to the confidence from here on is a sign that few files give by chance. */
const STRONG_SHARE = 0.2;

/** What was detected in the file, from what, and the ways to stand the model that follow from it (F15). */
export function Detection({
  report,
  normalisation,
  upAxis,
}: {
  readonly report: ModelReport;
  /** As it stands in the project. */
  readonly normalisation: readonly number[];
  readonly upAxis: UpAxis;
}) {
  const app = useApp();
  const { t } = useTexts();
  const { detection } = report;
  const { system } = detection;
  const stands = (standing: Parameters<typeof standingMatrix>[1]): boolean =>
    isSameMatrix(normalisation, standingMatrix(report, standing));
  const isAsMade = stands('as-made');
  const isUpright = system === 'Y_UP' ? !detection.isLengthwise || isAsMade : stands('upright');
  const isTurned = !isAsMade && !isUpright;
  const state = isAsMade
    ? t.coordinates.asMade
    : isTurned
      ? t.coordinates.quarterTurned
      : t.coordinates.converted;
  return (
    <div className={styles.detection}>
      <p className={styles.found}>
        {describeDetection(detection, t)}
        <br />
        {state}
      </p>
      {detection.evidence.length > 0 && (
        <details className={styles.why}>
          <summary>{t.coordinates.why}</summary>
          <ul>
            {detection.evidence.map((cue) => (
              <Evidence key={cue.cue} cue={cue} />
            ))}
          </ul>
        </details>
      )}
      {system !== 'Y_UP' && !isUpright && (
        <Button
          isWide
          icon={<ArrowUpFromLine size={16} aria-hidden="true" />}
          onPress={() => standModel(app, report, 'upright')}
        >
          {t.coordinates.upright(t.stage.up[system])}
        </Button>
      )}
      {!isAsMade && (
        <Button isWide onPress={() => standModel(app, report, 'as-made')}>
          {isTurned ? t.coordinates.unturn : t.coordinates.leave}
        </Button>
      )}
      <Button
        isWide
        variant="quiet"
        isDisabled={upAxis === 'Y_UP' && stands('detected')}
        onPress={() => standModel(app, report, 'detected')}
      >
        {t.coordinates.reset}
      </Button>
    </div>
  );
}

function Evidence({ cue: { cue, reason, system, sureness } }: { readonly cue: AxisCue }) {
  const { t } = useTexts();
  const { cues, reasons, noClue, strong, weak } = t.coordinates;
  if (reason === null || system === null) return <li>{`${cues[cue]}: ${noClue}`}</li>;
  const axis = reason === 'said' ? nameAxis(system) : system.charAt(0);
  const isStrong = DETECTION_WEIGHTS[cue] * sureness >= STRONG_SHARE;
  return <li>{`${cues[cue]}: ${reasons[reason](axis)} (${isStrong ? strong : weak})`}</li>;
}

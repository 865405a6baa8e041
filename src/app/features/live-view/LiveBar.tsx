import { Check, ImageDown } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { isCancelled } from '../../browser/expected-errors.ts';
import { useApp } from '../../core/use-app.ts';
import type { LiveState } from '../../state/live.ts';
import type { LateTexts } from '../../texts/catalogue.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { type Texts, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Led } from '../../ui/Led.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import styles from './LiveBar.module.css';

/**
 * How far the live view is, and the way to keep what it shows.
 *
 * @param onKeep Orders it of this device: whether it was finished. @param describeError What an order that failed says.
 */
export function LiveBar({
  onKeep,
  describeError,
}: {
  readonly onKeep: () => Promise<boolean>;
  readonly describeError: (error: unknown) => string;
}) {
  const app = useApp();
  const texts = useTexts();
  const { live: t } = useLateTexts();
  const live = useSnapshot(app.state.live);
  const { status, waitsFor, frame, keeping } = live;
  const keep = async (): Promise<void> => {
    app.state.live.keeping = 'keeping';
    try {
      const isFinished = await onKeep();
      if (app.state.live.keeping === 'keeping') app.state.live.keeping = 'kept';
      app.toasts.show('success', isFinished ? t.keptFinished : t.keptDrawing, { about: 'live' });
    } catch (error) {
      if (app.state.live.keeping === 'keeping') app.state.live.keeping = 'no';
      if (!isCancelled(error))
        app.toasts.show('error', describeError(error), { about: 'live', cause: error });
    }
  };
  const isAtWork = status === 'refining' || (status === 'resting' && waitsFor === null);
  return (
    <section className={styles.bar} aria-label={t.title}>
      {isAtWork ? (
        <Spinner />
      ) : (
        <Led tone={status === 'failed' ? 'warn' : status === 'finished' ? 'ok' : 'off'} />
      )}
      <span className={styles.words}>{describe(live as LiveState, texts, t)}</span>
      {/* Not each sample. */}
      <span className="spoken" role="status">
        {status === 'finished'
          ? t.finished
          : status === 'failed' || waitsFor !== null
            ? describe(live as LiveState, texts, t)
            : ''}
      </span>
      {frame !== null && (
        <Button size="sm" isDisabled={keeping !== 'no'} onPress={() => void keep()}>
          {keeping === 'keeping' ? (
            <Spinner />
          ) : keeping === 'kept' ? (
            <Check size={16} aria-hidden="true" />
          ) : (
            <ImageDown size={16} aria-hidden="true" />
          )}
          {keeping === 'kept' ? t.kept : t.keep}
        </Button>
      )}
    </section>
  );
}

function describe(
  { status, waitsFor, frame, failure }: LiveState,
  texts: Texts,
  t: LateTexts['live'],
): string {
  if (waitsFor !== null) return t.waits[waitsFor];
  if (status === 'failed') return failure === null ? t.failed : describeFailure(texts, failure);
  if (frame === null) return status === 'resting' ? t.resting : t.begins;
  const { format } = texts;
  const { widthPx, heightPx } = frame;
  // A pixel of the first pictures has whole ones; later they go where they are needed.
  const samples = format.number(Math.max(1, Math.round(frame.sampleCount)));
  return t.frame(`${widthPx} × ${heightPx}`, samples, status === 'finished');
}

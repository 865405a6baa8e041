import { ArrowDownUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Gradient } from '../../../contract/render-spec.ts';
import { LibraryChoice } from '../../LibrarySection.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { ColourPicker } from '../../ui/ColourPicker.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useApp } from '../../use-app.ts';
import styles from './BackgroundSection.module.css';
import { previewGradient, setGradient } from './set-gradient.ts';

const ENDS = ['from', 'to'] as const;

/** The two colours of a gradient. */
export function GradientChoice({
  gradient,
  swatches,
  library,
  children,
}: {
  readonly gradient: Gradient;
  readonly swatches: readonly string[];
  readonly library: ReactNode;
  /** Under the colours. */
  readonly children: ReactNode;
}) {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const [before, setBefore] = useState(gradient);
  return (
    <LibraryChoice
      tile={
        <span
          className={styles.gradient}
          ref={(element) => {
            element?.style.setProperty('--from', gradient.from);
            element?.style.setProperty('--to', gradient.to);
          }}
        />
      }
      name={t.gradient.summary(gradient.from.toUpperCase(), gradient.to.toUpperCase())}
      library={library}
    >
      <div className={styles.ends}>
        {ENDS.map((end) => (
          <span key={end} className={styles.end}>
            <ColourPicker
              label={t.colour.choose(t.gradient[end])}
              colour={gradient[end]}
              swatches={swatches}
              onOpen={() => setBefore(gradient)}
              onPreview={(colour) => previewGradient(app, { ...before, [end]: colour })}
              onCommit={(colour) => setGradient(app, texts, { ...before, [end]: colour }, before)}
            />
            <span aria-hidden="true">{t.gradient[end]}</span>
          </span>
        ))}
        <IconButton
          size="sm"
          label={t.gradient.swap}
          icon={<ArrowDownUp size={16} />}
          onPress={() => setGradient(app, texts, { from: gradient.to, to: gradient.from }, gradient)}
        />
      </div>
      {children}
    </LibraryChoice>
  );
}

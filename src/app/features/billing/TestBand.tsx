import { Info } from 'lucide-react';
import { useConfig } from '../../core/use-config.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Band } from './Band.tsx';

/** Says that nothing is charged here, where that is so. */
export function TestBand() {
  const { packs } = useLateTexts();
  if (useConfig()?.payments !== 'test') return null;
  return (
    <Band tone="info" icon={<Info size={16} aria-hidden="true" />}>
      {packs.test}
    </Band>
  );
}

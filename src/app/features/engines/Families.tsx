import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import type { EngineFamily } from '../../../contract/http/engines.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Led } from '../../ui/Led.tsx';
import styles from './Engines.module.css';
import { isWorthOpening, sortFamilies, stateOfFamily } from './judge-family.ts';
import { MissingParts } from './MissingParts.tsx';

const TONES = { draws: 'ok', forbidden: 'warn', lacks: 'off' } as const;

/** What a server has of each kind of model: which of them draws, under which licence, and what the others lack. */
export function Families({ families }: { readonly families: readonly EngineFamily[] }) {
  const { staffEngines: texts } = useLateTexts();
  const isIdle = !families.some(({ used }) => used);
  return (
    <section>
      <h4 className={styles.subheading}>{texts.families}</h4>
      {sortFamilies(families).map((family) => (
        <Family key={family.name} family={family} isIdle={isIdle} />
      ))}
    </section>
  );
}

/** @param isIdle The server draws with none. */
function Family({ family, isIdle }: { readonly family: EngineFamily; readonly isIdle: boolean }) {
  const { staffEngines: texts } = useLateTexts();
  const [isOpen, setOpen] = useState(() => isWorthOpening(family, isIdle));
  const { title, licence, commercial, model, missing } = family;
  const state = stateOfFamily(family);
  const needed = missing.filter((part) => part.isNeeded).length;
  return (
    <Disclosure className={styles.family ?? ''} isExpanded={isOpen} onExpandedChange={setOpen}>
      <Heading level={5} className={styles.familyHead ?? ''}>
        <Button slot="trigger" className={styles.familyTrigger ?? ''}>
          <ChevronRight className={styles.familyChevron} size={16} aria-hidden="true" />
          <Led tone={TONES[state]} />
          <span className={styles.familyTitle}>{title}</span>
          <span className={styles.familyState}>
            {state === 'lacks' ? texts.lacks(needed) : texts.familyStates[state]}
          </span>
          <Badge tone={commercial ? 'neutral' : 'warn'} className={styles.licence}>
            {licence}
          </Badge>
        </Button>
      </Heading>
      <DisclosurePanel className={styles.familyBody ?? ''}>
        {state === 'forbidden' && <p className={styles.quiet}>{texts.forbidden}</p>}
        {model !== null && (
          <p className={styles.quiet}>
            {texts.model} <code className={styles.code}>{model}</code>
          </p>
        )}
        {missing.length > 0 ? (
          <MissingParts parts={missing} />
        ) : (
          <p className={styles.quiet}>{texts.nothingMissing}</p>
        )}
      </DisclosurePanel>
    </Disclosure>
  );
}

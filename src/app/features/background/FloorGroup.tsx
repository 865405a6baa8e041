import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import { useSettings } from '../../core/use-settings.ts';
import { describeFloor } from '../../texts/describe-floor.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from './Floor.module.css';

const FloorControls = lazyPart(
  async () => (await import('./FloorControls.tsx')).FloorControls,
  ControlsFrame,
);

/** The floor under the product, closed until somebody asks: its value stands beside its name. */
export function FloorGroup() {
  const texts = useTexts();
  const { floor } = useSettings().render_settings;
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure className={styles.floor ?? ''} isExpanded={isOpen} onExpandedChange={setOpen}>
      <Heading level={3} className={styles.heading ?? ''}>
        <Button slot="trigger" className={styles.trigger ?? ''}>
          <ChevronRight className={styles.chevron} size={16} aria-hidden="true" />
          <span className={styles.title}>{texts.t.floor.title}</span>
          {!isOpen && <span className={styles.value}>{describeFloor(texts, floor)}</span>}
        </Button>
      </Heading>
      <DisclosurePanel>{isOpen && <FloorControls />}</DisclosurePanel>
    </Disclosure>
  );
}

/** As high as the controls, so that what is below them stays where it is. */
function ControlsFrame({ children }: { readonly children: ReactNode }) {
  return <div className={styles.frame}>{children}</div>;
}

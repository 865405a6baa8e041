import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import { wantsLessMotion } from '../browser/less-motion.ts';
import styles from './Section.module.css';

/**
 * A part of the panel that opens and closes. Closed, it shows its value at the right; opened by hand, it comes into
 * view whole.
 */
export function Section({
  title,
  value,
  action,
  isOpen,
  onToggle,
  isDisabled = false,
  children,
}: {
  readonly title: string;
  /** What is set, printed while closed. */
  readonly value?: string | undefined;
  /** A small control at the right end of the header, while open. */
  readonly action?: ReactNode;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}) {
  const section = useRef<HTMLDivElement>(null);
  const wasToggled = useRef(false);
  useEffect(() => {
    if (!isOpen || !wasToggled.current) return;
    wasToggled.current = false;
    section.current?.scrollIntoView({
      block: 'nearest',
      behavior: wantsLessMotion() ? 'instant' : 'smooth',
    });
  }, [isOpen]);
  return (
    <Disclosure
      ref={section}
      className={styles.section ?? ''}
      isExpanded={isOpen}
      onExpandedChange={(next) => {
        wasToggled.current = true;
        onToggle(next);
      }}
      isDisabled={isDisabled}
    >
      <div className={styles.header}>
        <Heading level={2} className={styles.heading ?? ''}>
          <Button slot="trigger" className={styles.trigger ?? ''}>
            <ChevronRight className={styles.chevron} size={16} aria-hidden="true" />
            <span className={styles.title}>{title}</span>
            {!isOpen && value !== undefined && <span className={styles.value}>{value}</span>}
          </Button>
        </Heading>
        {isOpen && action !== undefined && <div className={styles.action}>{action}</div>}
      </div>
      <DisclosurePanel>
        <div className={styles.body}>{children}</div>
      </DisclosurePanel>
    </Disclosure>
  );
}

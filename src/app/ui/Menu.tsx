import type { ReactElement, ReactNode } from 'react';
import {
  Menu as AriaMenu,
  Header,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Text,
} from 'react-aria-components';
import { classes } from './classes.ts';
import styles from './Menu.module.css';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** At the right: a shortcut, a value, or why it cannot be used. */
  readonly hint?: string;
  readonly isDisabled?: boolean;
  readonly isDestructive?: boolean;
  /** Given for a choice: `true` carries the tick. */
  readonly isChosen?: boolean;
  /** Another language than the page's, for a screen reader's voice. */
  readonly lang?: string;
  readonly onAction: () => void;
}

/** A list of actions that opens from a button. `header` is read first and cannot be chosen. */
export function Menu({
  trigger,
  label,
  header,
  entries,
}: {
  readonly trigger: ReactElement;
  readonly label: string;
  readonly header?: ReactNode;
  readonly entries: readonly MenuEntry[];
}) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={6}>
        <AriaMenu aria-label={label} className={styles.menu ?? ''}>
          <MenuSection aria-label={label}>
            {header !== undefined && <Header className={styles.header ?? ''}>{header}</Header>}
            {entries.map((entry) => (
              <MenuItem
                key={entry.id}
                id={entry.id}
                textValue={entry.label}
                isDisabled={entry.isDisabled ?? false}
                onAction={entry.onAction}
                {...(entry.lang === undefined ? {} : { lang: entry.lang })}
                className={classes(styles.item, entry.isDestructive && styles.destructive)}
              >
                {entry.icon}
                <Text slot="label" className={styles.label ?? ''}>
                  {entry.label}
                </Text>
                {entry.isChosen === true && <span className={styles.hint}>✓</span>}
                {entry.hint !== undefined && <span className={styles.hint}>{entry.hint}</span>}
              </MenuItem>
            ))}
          </MenuSection>
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

import type { ReactNode, Ref } from 'react';
import { Tabs as AriaTabs, Tab, TabList } from 'react-aria-components';
import { classes } from './classes.ts';
import { TabPanel } from './TabPanel.tsx';
import styles from './Tabs.module.css';

export interface TabItem {
  readonly id: string;
  readonly label: string;
  readonly count?: number;
  readonly isDisabled?: boolean;
  /** The tab's panel; leave it out where the caller shows the content itself. */
  readonly panel?: ReactNode;
}

/** Tabs with a line under the chosen one. Scrolls sideways where they do not fit. */
export function Tabs({
  label,
  items,
  selected,
  onSelect,
  className,
  panelClassName,
  ref,
  children,
}: {
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  readonly className?: string | undefined;
  readonly panelClassName?: string | undefined;
  /** All of it. */
  readonly ref?: Ref<HTMLDivElement>;
  /** Stands under the panel of every tab. */
  readonly children?: ReactNode;
}) {
  return (
    <AriaTabs
      {...(ref === undefined ? {} : { ref })}
      className={classes(styles.tabs, className)}
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(String(key))}
    >
      <div className={styles.row}>
        <TabList aria-label={label} className={styles.list ?? ''}>
          {items.map((item) => (
            <Tab
              key={item.id}
              id={item.id}
              isDisabled={item.isDisabled ?? false}
              className={styles.tab ?? ''}
            >
              {item.label}
              {item.count !== undefined && <span className={styles.count}>{item.count}</span>}
            </Tab>
          ))}
        </TabList>
      </div>
      {items.map((item) => (
        <TabPanel key={item.id} id={item.id} className={classes(styles.panel, panelClassName)}>
          {item.panel}
        </TabPanel>
      ))}
      {children}
    </AriaTabs>
  );
}

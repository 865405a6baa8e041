import { ChevronDown } from 'lucide-react';
import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components';
import { classes } from './classes.ts';
import styles from './Select.module.css';

/** One choice of many, from a menu; letters jump. */
export function Select({
  label,
  isLabelHidden = false,
  options,
  value,
  placeholder,
  onChange,
  isDisabled = false,
  className,
}: {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  /** Null while nothing is chosen: then `placeholder` stands there. */
  readonly value: string | null;
  readonly placeholder?: string;
  readonly onChange: (id: string) => void;
  readonly isDisabled?: boolean;
  readonly className?: string | undefined;
}) {
  return (
    <AriaSelect
      className={classes(styles.select, className)}
      value={value}
      onChange={(key) => onChange(String(key))}
      isDisabled={isDisabled}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(isLabelHidden ? { 'aria-label': label } : {})}
    >
      {!isLabelHidden && <Label className={styles.label}>{label}</Label>}
      <Button className={styles.button ?? ''}>
        <SelectValue className={styles.value ?? ''} />
        <ChevronDown size={16} aria-hidden="true" />
      </Button>
      <Popover className={styles.popover ?? ''} offset={4}>
        <ListBox className={styles.list ?? ''} items={options}>
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={styles.item ?? ''}>
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

import { Mail } from 'lucide-react';
import { useConfig } from '../../core/use-config.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { classes } from '../../ui/classes.ts';
import styles from './Pricing.module.css';

/** Beside the plans, outside their rank and toggle: whom schools write to (B21). Hidden where nobody is named. */
export function EducationalCard() {
  const { pricing } = useLateTexts();
  const address = useConfig()?.sales_email ?? null;
  if (address === null) return null;
  return (
    <li className={classes(styles.plan, styles.educational)} aria-label={pricing.educational}>
      <div className={styles.head}>
        <h3 className={styles.name}>{pricing.educational}</h3>
      </div>
      <p className={styles.pitch}>{pricing.educationalHint}</p>
      <a
        className={styles.contact}
        href={`mailto:${encodeURI(address)}?subject=${encodeURIComponent(pricing.subject)}`}
      >
        <Mail size={16} aria-hidden="true" />
        {pricing.contact}
      </a>
    </li>
  );
}

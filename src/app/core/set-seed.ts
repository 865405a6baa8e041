import { BATCH_MAX, BATCH_MIN } from '../../contract/constants.ts';
import type { Texts } from '../texts/use-texts.ts';
import type { App } from './app.ts';
import { currentSettings, editSettings } from './edit-settings.ts';

type Editing = Pick<App, 'state' | 'commands'>;

/** Fixing the seed makes one picture per order; letting it go forgets the number (S3 4, H10). */
export function setSeedFixed(app: Editing, texts: Texts, isFixed: boolean): void {
  const { render_settings: settings } = currentSettings(app);
  editSettings(
    app,
    texts.t.advanced.undoSeed,
    isFixed
      ? { fix_seed: true, render_settings: { ...settings, batch_size: 1 } }
      : { fix_seed: false, seed: null },
  );
}

/** @param digits Decimal, 0 to 2^53 - 1 (H11); empty for none. */
export function setSeed(app: Editing, texts: Texts, digits: string): void {
  editSettings(app, texts.t.advanced.undoSeed, { seed: digits === '' ? null : digits }, 'seed');
}

/**
 * What a typed text becomes: its digits, no more than the largest seed has.
 *
 * @returns `isValid` false when something had to be taken away.
 */
export function readSeed(text: string): { readonly digits: string; readonly isValid: boolean } {
  const digits = text.replace(/\D/g, '');
  const safe = digits.length > 0 && !Number.isSafeInteger(Number(digits)) ? digits.slice(0, 15) : digits;
  return { digits: safe, isValid: safe === text.trim() };
}

/** Pictures per order, 1 to 4. */
export function setBatchSize(app: Editing, texts: Texts, size: number): void {
  if (!Number.isFinite(size)) return;
  const { render_settings: settings } = currentSettings(app);
  const batch_size = Math.min(BATCH_MAX, Math.max(BATCH_MIN, Math.round(size)));
  editSettings(app, texts.t.advanced.undoBatch, { render_settings: { ...settings, batch_size } }, 'batch');
}

import { afterAll, vi } from 'vitest';
import { loadLateTexts, loadTexts } from '../../src/app/texts/load-texts.ts';

// What the page does before it starts; tests ask for either language.
await Promise.all([loadTexts('en'), loadTexts('es'), loadLateTexts('en'), loadLateTexts('es')]);

// Files share their process and its modules: code that a file began to import and left half-way would fail for the next.
afterAll(() => vi.dynamicImportSettled());

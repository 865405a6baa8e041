import { afterAll, vi } from 'vitest';
import { loadTexts } from '../../src/app/texts/load-texts.ts';

// What the page does before it starts; tests ask for either language.
await Promise.all([loadTexts('en'), loadTexts('es')]);

// Files share their process and its modules: code that a file began to import and left half-way would fail for the next.
afterAll(() => vi.dynamicImportSettled());

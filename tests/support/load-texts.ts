import { loadTexts } from '../../src/app/texts/load-texts.ts';

// What the page does before it starts; tests ask for either language.
await Promise.all([loadTexts('en'), loadTexts('es')]);

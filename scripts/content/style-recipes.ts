import type { Text } from './material-recipes.ts';
import type { StillLife } from './still-life.ts';

export interface StyleRecipe {
  readonly slug: string;
  readonly name: Text;
  readonly life: StillLife;
}

export const STYLE_RECIPES: readonly StyleRecipe[] = [
  {
    slug: 'catalogue',
    name: { en: 'Catalogue', es: 'Catálogo' },
    life: {
      paper: '#dfe1e2',
      solids: [
        { kind: 'cylinder', at: [-0.15, 0.22, 0.1], size: [1.15, 0.22, 0], colour: '#f1f1ef' },
        { kind: 'sphere', at: [-0.35, 0.99, 0.1], size: [0.55, 0, 0], colour: '#f7f6f3', gloss: 0.6 },
        { kind: 'box', at: [1.25, 0.75, -0.5], size: [0.42, 0.75, 0.42], turn: 0.5, colour: '#c9cccf' },
        { kind: 'cylinder', at: [0.62, 0.62, 0.45], size: [0.2, 0.2, 0], colour: '#a8784f', gloss: 0.25 },
        {
          kind: 'torus',
          at: [-1.55, 0.62, -0.5],
          size: [0.5, 0.12, 0],
          turn: 0.5,
          colour: '#8d9297',
          gloss: 0.5,
        },
      ],
      key: [-0.75, 1, 0.65],
      keyLight: [0.72, 0.71, 0.69],
      shadowSharpness: 5,
      sky: [0.4, 0.41, 0.43],
      bounce: [0.26, 0.26, 0.26],
      rim: [0.12, 0.12, 0.13],
      pool: { x: -0.4, y: 1.6, light: [0.12, 0.12, 0.12], size: 3 },
      vignette: 0.12,
    },
  },
  {
    slug: 'warm-evening',
    name: { en: 'Warm evening', es: 'Tarde cálida' },
    life: {
      paper: '#dcae86',
      solids: [
        { kind: 'arch', at: [0.75, 1.15, -0.9], size: [0.95, 1.15, 0.35], turn: -0.25, colour: '#b65c38' },
        { kind: 'box', at: [-0.65, 0.16, 0.4], size: [0.95, 0.16, 0.6], turn: 0.22, colour: '#e6b98a' },
        { kind: 'sphere', at: [-0.9, 0.75, 0.4], size: [0.43, 0, 0], colour: '#7b2f22', gloss: 0.7 },
        { kind: 'cylinder', at: [-0.1, 0.62, 0.45], size: [0.2, 0.3, 0], colour: '#e9a14a', gloss: 0.3 },
        { kind: 'cone', at: [1.1, 0.38, 0.7], size: [0.34, 0.38, 0], colour: '#f0d2a0' },
      ],
      key: [-1, 0.48, 0.5],
      keyLight: [1.3, 0.88, 0.52],
      shadowSharpness: 11,
      sky: [0.2, 0.17, 0.2],
      bounce: [0.22, 0.11, 0.07],
      rim: [0.35, 0.16, 0.08],
      pool: { x: -1.6, y: 1.9, light: [0.3, 0.16, 0.06], size: 3.4 },
      vignette: 0.4,
    },
  },
  {
    slug: 'cool-noir',
    name: { en: 'Cool noir', es: 'Noir frío' },
    life: {
      paper: '#3b4654',
      solids: [
        { kind: 'sphere', at: [0.15, 0.78, 0.1], size: [0.78, 0, 0], colour: '#2b3647', gloss: 1 },
        { kind: 'cylinder', at: [-1.25, 0.95, -0.4], size: [0.34, 0.95, 0], colour: '#2c3a4c', gloss: 0.5 },
        {
          kind: 'box',
          at: [1.45, 0.36, -0.1],
          size: [0.36, 0.36, 0.36],
          turn: 0.7,
          colour: '#56677c',
          gloss: 0.2,
        },
        { kind: 'sphere', at: [-0.62, 0.2, 1], size: [0.2, 0, 0], colour: '#aebccb', gloss: 0.8 },
        {
          kind: 'torus',
          at: [1.35, 1.06, -0.15],
          size: [0.26, 0.07, 0],
          turn: 0.4,
          colour: '#8fa6bd',
          gloss: 0.9,
        },
      ],
      key: [0.95, 0.75, -0.15],
      keyLight: [0.62, 0.85, 1.15],
      shadowSharpness: 16,
      sky: [0.09, 0.12, 0.17],
      bounce: [0.04, 0.055, 0.08],
      rim: [0.9, 1.3, 1.8],
      pool: { x: 1.2, y: 1.7, light: [0.3, 0.48, 0.75], size: 2.8 },
      vignette: 0.62,
    },
  },
  {
    slug: 'pastel',
    name: { en: 'Pastel', es: 'Pastel' },
    life: {
      paper: '#f1c9c4',
      solids: [
        { kind: 'arch', at: [-0.95, 1.2, -0.9], size: [0.85, 1.2, 0.3], turn: 0.2, colour: '#bfe0cf' },
        { kind: 'cylinder', at: [0.55, 0.2, 0.2], size: [0.95, 0.2, 0], colour: '#f8e3a8' },
        { kind: 'cylinder', at: [0.55, 0.55, 0.2], size: [0.62, 0.16, 0], colour: '#cdbbe6' },
        { kind: 'sphere', at: [0.55, 1.11, 0.2], size: [0.4, 0, 0], colour: '#f59f97', gloss: 0.5 },
        { kind: 'sphere', at: [-0.85, 0.27, 0.85], size: [0.27, 0, 0], colour: '#a9cdeb', gloss: 0.5 },
        { kind: 'cone', at: [1.75, 0.5, -0.7], size: [0.38, 0.5, 0], colour: '#9cc7e3' },
      ],
      key: [-0.6, 1, 0.8],
      keyLight: [0.7, 0.66, 0.64],
      shadowSharpness: 7,
      sky: [0.44, 0.42, 0.48],
      bounce: [0.34, 0.27, 0.28],
      rim: [0.14, 0.12, 0.15],
      pool: { x: 0.6, y: 1.8, light: [0.1, 0.09, 0.08], size: 2.8 },
      vignette: 0.08,
    },
  },
];

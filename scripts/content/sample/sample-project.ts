/** What a new account opens on. Camera values are in the stage frame: the largest dimension is 10 units. */
export const SAMPLE_PROJECT = {
  slug: 'aria-headphones',
  name: { en: 'Aria headphones', es: 'Auriculares Aria' },
  model: {
    file: 'sample.glb',
    fileName: 'aria-headphones.glb',
    /** File frame to stage frame, as the import finds it for this file; a test holds it to that. */
    normalisation: [
      50.192474307240886, 0, 0, 0, 0, 50.192474307240886, 0, 0, 0, 0, 50.192474307240886, 0, 0,
      -2.7969087314693817, -0.023095959523433424, 1,
    ],
  },
  views: [
    {
      name: { en: 'Hero', es: 'Principal' },
      position: [9.6, 3, 12.4],
      target: [0, -0.25, 0],
      up: [0, 1, 0],
      fovDegrees: 45,
    },
    {
      name: { en: 'Walnut cup', es: 'Copa de nogal' },
      position: [11.2, -0.5, 4.6],
      target: [3.2, -2.2, 0],
      up: [0, 1, 0],
      fovDegrees: 45,
    },
    {
      name: { en: 'Cushion', es: 'Almohadilla' },
      position: [2.4, -1.1, 5.4],
      target: [-3, -2.45, 0.1],
      up: [0, 1, 0],
      fovDegrees: 45,
    },
  ],
  /** What the materials and parts of the model are called, by their names in its file. */
  names: {
    Leather: { en: 'Leather', es: 'Cuero' },
    'Cup shell': { en: 'Cup shell', es: 'Carcasa de la copa' },
    'Rim and yoke': { en: 'Rim and yoke', es: 'Aro y horquilla' },
    'Speaker mesh': { en: 'Speaker mesh', es: 'Rejilla del altavoz' },
    'Aria headphones': { en: 'Aria headphones', es: 'Auriculares Aria' },
    Headband: { en: 'Headband', es: 'Diadema' },
    'Headband padding': { en: 'Headband padding', es: 'Acolchado de la diadema' },
    'Left cup shell': { en: 'Left cup shell', es: 'Carcasa de la copa izquierda' },
    'Left rim ring': { en: 'Left rim ring', es: 'Aro izquierdo' },
    'Left cushion': { en: 'Left cushion', es: 'Almohadilla izquierda' },
    'Left speaker mesh': { en: 'Left speaker mesh', es: 'Rejilla del altavoz izquierdo' },
    'Left yoke': { en: 'Left yoke', es: 'Horquilla izquierda' },
    'Left slider': { en: 'Left slider', es: 'Corredera izquierda' },
    'Right cup shell': { en: 'Right cup shell', es: 'Carcasa de la copa derecha' },
    'Right rim ring': { en: 'Right rim ring', es: 'Aro derecho' },
    'Right cushion': { en: 'Right cushion', es: 'Almohadilla derecha' },
    'Right speaker mesh': { en: 'Right speaker mesh', es: 'Rejilla del altavoz derecho' },
    'Right yoke': { en: 'Right yoke', es: 'Horquilla derecha' },
    'Right slider': { en: 'Right slider', es: 'Corredera derecha' },
  },
  dressing: [
    { material: 'Leather', library: 'chestnut-leather' },
    { material: 'Cup shell', library: 'walnut' },
    { material: 'Rim and yoke', library: 'brushed-aluminium' },
    { material: 'Speaker mesh', library: null },
  ],
  background: 'graphite-sweep',
  style: 'catalogue',
  prompt: {
    en: 'Walnut and chestnut leather headphones on a seamless graphite backdrop, soft key light from the left, quiet catalogue look',
    es: 'Auriculares de nogal y cuero castaño sobre un fondo continuo de grafito, luz principal suave desde la izquierda, aire sereno de catálogo',
  },
} as const;

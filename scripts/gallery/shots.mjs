/** Sizes in which a shop shows a product, px: in a list, upright on a telephone, across a page. */
export const SIZES = { square: [1024, 1024], upright: [1080, 1350], wide: [1600, 1067] };

/**
 * How each product of `products.mjs` is photographed: the preset of its lights, what stands behind, and from where, in
 * degrees around and above. `close` is how much larger than the whole product; `at` where its middle is looked at, as
 * shares of its half sizes.
 */
export const SHOTS = {
  glass: {
    rig: 'glass',
    background: '#dfe3e4',
    floor: { gloss: 0.35 },
    views: { square: [18, 7], upright: [-30, 14], wide: [42, 5] },
  },
  black: {
    rig: 'blackGloss',
    background: '#202226',
    floor: { gloss: 0.6 },
    views: { square: [34, 8], upright: [30, 16], wide: [35, 5, { close: 1.7, at: [0, 0.3, 0.5] }] },
  },
  metal: {
    rig: 'metal',
    background: '#c4c6c8',
    views: { square: [12, 12], upright: [-48, 20], wide: [34, 8] },
  },
  textile: {
    rig: 'textile',
    background: '#cfc4b6',
    floor: { gloss: 0 },
    dressings: [
      ['cushion', 'boucle', 2.6],
      ['small cushion', 'charcoal-felt', 3.2],
    ],
    views: { square: [16, 12], upright: [-20, 22], wide: [30, 10, { close: 1.25, at: [0.2, -0.1, 0.4] }] },
  },
  white: {
    rig: 'white',
    background: '#ffffff',
    floor: { gloss: 0.1 },
    views: { square: [14, 12], upright: [-26, 24], wide: [40, 8] },
  },
  jewellery: {
    rig: 'jewellery',
    background: '#e9e4dd',
    views: { square: [28, 16], upright: [-38, 26], wide: [16, 20, { close: 1.9, at: [0, 0.65, 0] }] },
  },
  label: {
    rig: 'bottle',
    background: '#d8d2c4',
    label: true,
    views: { square: [8, 5], upright: [-20, 8], wide: [16, 6, { close: 1.6, at: [0, -0.25, 0.5] }] },
  },
  lamp: {
    rig: 'food',
    level: 0.5,
    background: '#4a4440',
    views: { square: [10, 4], upright: [-24, -2], wide: [30, 8] },
  },
};

/** What is printed on the bottle: paper, an olive branch, the name. */
export const LABEL_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200" viewBox="0 0 1600 1200">
<rect width="1600" height="1200" fill="#f2ecdc"/>
<rect x="40" y="40" width="1520" height="1120" fill="none" stroke="#3d4a2c" stroke-width="6"/>
<rect x="60" y="60" width="1480" height="1080" fill="none" stroke="#3d4a2c" stroke-width="2"/>
<g transform="translate(800 250)" fill="#3d4a2c" stroke="#3d4a2c" stroke-width="5">
<path d="M-260 70 C-120 20 120 20 260 -60" fill="none"/>
${[-200, -130, -60, 10, 80, 150].map((x, i) => `<ellipse cx="${x}" cy="${(i % 2 ? 78 : 10) - x * 0.22}" rx="48" ry="15" transform="rotate(${i % 2 ? 24 : -58} ${x} ${(i % 2 ? 78 : 10) - x * 0.22})"/>`).join('')}
</g>
<g font-family="DejaVu Serif, Liberation Serif, serif" text-anchor="middle" fill="#2b3420">
<text x="800" y="590" font-size="190" letter-spacing="14">SOLERA</text>
<text x="800" y="700" font-size="62" letter-spacing="18">EXTRA VIRGIN OLIVE OIL</text>
<line x1="500" x2="1100" y1="760" y2="760" stroke="#2b3420" stroke-width="3"/>
<text x="800" y="860" font-size="54" font-style="italic">First cold pressing, unfiltered</text>
<text x="800" y="1040" font-size="46" letter-spacing="6">500 ml e · 16.9 fl oz · Harvest 2026</text>
</g></svg>`;

const views = {
  front: 'Front',
  back: 'Back',
  top: 'Top',
  bottom: 'Bottom',
  left: 'Left',
  right: 'Right',
  isometric: 'Isometric',
};

/** What of a model a view shows. */
const shows = {
  side: '',
  length: 'its full length',
  height: 'its full height',
  end: 'its narrow end',
  corner: 'three sides at once',
};

/** The view helper, the transform tool and the list of keys. */
export const enTransform = {
  viewHelper: {
    title: 'View helper',
    views,
    from: {
      front: 'From the front (+Z)',
      back: 'From behind (-Z)',
      top: 'From above (+Y)',
      bottom: 'From below (-Y)',
      left: 'From the left (-X)',
      right: 'From the right (+X)',
      isometric: 'From the front, the right and above',
    },
    describe: (from: string, what: keyof typeof shows) =>
      shows[what] === '' ? from : `${from}: ${shows[what]}`,
    types: {
      vertical: 'The model is tall: longest along Y.',
      'horizontal-x': 'The model is longest along X.',
      'horizontal-z': 'The model is longest along Z.',
      generic: 'No side of the model is much the longest.',
    },
    turntable: 'Turntable',
    lessMotion: 'Off: this device asks for less motion.',
  },
  transform: {
    title: 'Transform',
    mode: 'What the handles do',
    modes: { translate: 'Move', rotate: 'Rotate', scale: 'Scale' },
    axes: 'Axes',
    spaces: { world: 'World', local: 'Local' },
    space: 'Axes of',
    rows: { position: 'Position', rotationDegrees: 'Rotation °', scale: 'Scale' },
    steps: (degrees: string, units: string, factor: string) => `${degrees}°, ${units} units, ${factor}×`,
    snapHint: (steps: string) => `Hold Ctrl: ${steps}`,
    /** For a finger, which holds no key. */
    exactHint: 'For exact steps, type them under Numbers.',
    snapping: (steps: string) => `Snapping: ${steps}`,
    select: 'Click the model to take hold of it.',
    selectByTouch: 'Tap the model to take hold of it.',
    noModel: 'No model loaded to transform.',
    numbers: 'Numbers',
    reset: 'Reset position',
    edits: { translate: 'Move model', rotate: 'Rotate model', scale: 'Scale model' },
  },
  keys: {
    title: 'Keyboard shortcuts',
    open: 'Keyboard shortcuts',
    labels: {
      live: 'Live view',
      camera: 'Camera',
      feedback: 'Feedback',
    },
  },
};

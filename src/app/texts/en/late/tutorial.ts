/** The tutorial, its welcome, and the help that leads there. */
export const enTutorial = {
  tutorial: {
    title: 'Tutorial',
    welcome: 'Welcome to Vitrine',
    invitation: (steps: number) =>
      `From a 3D model to a finished picture: ${steps} short steps show you where everything is.`,
    resume: (step: number, steps: number) => `You are at step ${step} of ${steps}. Go on from there?`,
    start: 'Start the tutorial',
    goOn: 'Continue',
    later: 'Not now',
    never: 'Do not ask me again',
    step: (step: number, steps: number) => `Step ${step} of ${steps}`,
    progress: 'Progress of the tutorial',
    previous: 'Previous',
    next: 'Next',
    complete: 'Complete',
    skip: 'Skip',
    skipTitle: 'Skip the tutorial?',
    skipMessage: 'You will not be asked again. You find it in Help whenever you want it.',
    skipConfirm: 'Yes, skip',
    doneTitle: 'Tutorial completed',
    doneMessage: 'You know where everything is. The sample project is yours to try things on.',
    pictures: {
      finished: 'A finished picture: headphones of walnut and chestnut leather on a grey sweep',
      detail: 'A close look at it: the leather of the cushion and the brushed metal of the yoke',
    },
    /** Where nothing costs credits. */
    freeSteps: {
      render: {
        title: 'Render',
        text: 'A press is all it takes. You see how far it is, can cancel it, and go on working meanwhile.',
      },
      account: {
        title: 'Account',
        text: 'What happened while you were away, and under your initials settings and Help, where this tutorial is.',
      },
    },
    steps: {
      stage: {
        title: 'Your product stands here',
        text: 'Drop a GLB, glTF or OBJ file, with its textures. Drag to turn it, scroll or pinch to come closer. In the end it is a picture like this one.',
      },
      tools: {
        title: 'Tools',
        text: 'Look from the front or the side, paint light, move the product, set its axes. Open a file and undo steps here, too.',
      },
      views: {
        title: 'Saved views',
        text: 'Save the view that you like and come back to it with a press. An order may show several at once.',
      },
      materials: {
        title: 'Materials',
        text: 'Every material of the model stands here. Press Library to give it another, or choose which ones the picture must keep.',
      },
      scenery: {
        title: 'Looks, background and style',
        text: 'Choose what it stands before and how it is painted, and save all of it as a look for other products.',
      },
      prompt: {
        title: 'Prompt',
        text: 'Say in words what the picture should be. Materials, shape and view come from your scene; the words set the mood.',
      },
      render: {
        title: 'Render',
        text: 'The price stands on the button before you press it. A render that fails or is cancelled gives back what its missing pictures cost.',
      },
      results: {
        title: 'Results',
        text: 'Finished pictures come here. Open one to compare it with your scene, look closely, download it or start from it.',
      },
      places: {
        title: 'Create, Edit, Assets',
        text: 'Edit starts from a picture that you have. In Assets are your libraries and all your renders.',
      },
      account: {
        title: 'Credits and account',
        text: 'Your credits, what happened while you were away, and under your initials settings and Help, where this tutorial is.',
      },
    },
  },
  help: {
    title: 'Help',
    tutorialHint: 'Ten short steps over the page.',
    start: 'Start the tutorial',
    again: 'See the tutorial again',
    goOn: (step: number) => `Continue at step ${step}`,
    never: 'Offer the tutorial when I sign in',
    shortcuts: 'Keyboard shortcuts',
    shortcutsHint: 'Every key of the page, by what it is for.',
    engines: 'What paints your pictures',
    studio: 'Studio',
    studioText:
      'The built-in path tracer follows light through your scene. It shows exactly what you set, needs no AI, and makes the same picture every time. A style moves its colours; the prompt changes nothing.',
    ai: 'AI engine',
    aiText:
      'ComfyUI servers paint over your scene, guided by masks, depth and outlines of the real product. Prompt, style and creativity steer it; each picture is measured against the scene.',
    aiHere: 'Ready here.',
    aiMissing: 'No server is connected here at the moment.',
    feedback: 'Tell us',
    feedbackHint: 'A problem, a wish or a kind word, with a picture of the page if you like.',
  },
};

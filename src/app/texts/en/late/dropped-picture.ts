/** What a picture is for that was dropped on the stage. */
export const enDroppedPicture = {
  droppedPicture: {
    title: 'What is this picture for?',
    background: 'Use as background',
    style: 'Use as style',
    texture: (name: string) => `Texture of ${name}`,
    hint: 'Backgrounds and styles are put into your library, too. To open a model, drop a GLB, glTF or OBJ file.',
    offline:
      'Backgrounds and styles go through the library, which needs the server. It cannot be reached now.',
  },
};

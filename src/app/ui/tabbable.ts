const CONTROLS = ':is(a[href], button, input, select, textarea, summary, [tabindex="0"])';

/**
 * Selector of what the Tab key goes to. It asks the document alone and never whether a thing is seen: to know that, the
 * page is laid out at once.
 */
export const TABBABLE = `${CONTROLS}:not(:disabled, [tabindex="-1"], [inert] *)`;

/** Colours of products, one press away in every colour picker of a material. */
export const SWATCHES = ['#f0f0f0', '#1c1c1e', '#5b3524', '#8a5a34', '#c6c9cc', '#2b4a3a', '#28385c'];

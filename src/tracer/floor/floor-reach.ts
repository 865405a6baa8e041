/** The floor beyond this many stage units from the product is never shadowed; it would be by under 0.3 %. */
export const FLOOR_REACH = 40;

import { stroke } from '../marks.mjs'

/** A cross as a voter pencils it. */
export const cross = (x, y, r, colour, width) =>
  stroke(`M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`, colour, width)

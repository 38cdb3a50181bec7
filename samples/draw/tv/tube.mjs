import { path } from '../marks.mjs'

/** The shape of a picture tube: a rectangle whose sides bulge. */
export const tube = (x, y, w, h, colour, more) =>
  path(
    `M${x} ${y + 36}Q${x + 4} ${y + 4} ${x + 40} ${y}Q${x + w / 2} ${y - 26} ${x + w - 40} ${y}Q${x + w - 4} ${y + 4} ${x + w} ${y + 36}Q${x + w + 22} ${y + h / 2} ${x + w} ${y + h - 36}Q${x + w - 4} ${y + h - 4} ${x + w - 40} ${y + h}Q${x + w / 2} ${y + h + 26} ${x + 40} ${y + h}Q${x + 4} ${y + h - 4} ${x} ${y + h - 36}Q${x - 22} ${y + h / 2} ${x} ${y + 36}Z`,
    colour,
    more,
  )

import { darkVillage } from './news/darkVillage.mjs'
import { paintedStreet } from './news/paintedStreet.mjs'
import { postcard } from './news/postcard.mjs'
import { tideAtTheDoor } from './news/tideAtTheDoor.mjs'

/** News: a street of front doors. */
export const news = {
  spot: [0x4a, 0x78, 0x99],
  drawings: [tideAtTheDoor, paintedStreet, postcard, darkVillage],
}

import { centreSpot } from './sport/centreSpot.mjs'
import { fellRace } from './sport/fellRace.mjs'
import { headRace } from './sport/headRace.mjs'
import { hedgehogStopsPlay } from './sport/hedgehogStopsPlay.mjs'

/** Sport: pitch lines and a ball. */
export const sport = {
  spot: [0x1d, 0x74, 0xc2],
  drawings: [centreSpot, headRace, hedgehogStopsPlay, fellRace],
}

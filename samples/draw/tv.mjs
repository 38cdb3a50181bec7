import { buzzer } from './tv/buzzer.mjs'
import { repairShop } from './tv/repairShop.mjs'
import { slowBoat } from './tv/slowBoat.mjs'
import { subtitles } from './tv/subtitles.mjs'

/** TV: a set with an aerial. */
export const tv = { spot: [0xee, 0x8a, 0x24], drawings: [repairShop, slowBoat, buzzer, subtitles] }

import { cliffRailway } from './travel/cliffRailway.mjs'
import { longPath } from './travel/longPath.mjs'
import { sleeper } from './travel/sleeper.mjs'
import { viaduct } from './travel/viaduct.mjs'

/** Travel: hills and a railway. */
export const travel = { spot: [0x35, 0x9a, 0xb8], drawings: [viaduct, sleeper, cliffRailway, longPath] }

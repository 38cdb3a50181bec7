import { bee } from './technology/bee.mjs'
import { oldMachine } from './technology/oldMachine.mjs'
import { spire } from './technology/spire.mjs'
import { warmHand } from './technology/warmHand.mjs'

/** Technology: circuit and chip. */
export const technology = { spot: [0xb4, 0xbf, 0x2a], drawings: [warmHand, oldMachine, spire, bee] }

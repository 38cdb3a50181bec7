import { choir } from './health/choir.mjs'
import { phoneBox } from './health/phoneBox.mjs'
import { quietWard } from './health/quietWard.mjs'
import { stairs } from './health/stairs.mjs'

/** Health: the heart and the stethoscope. */
export const health = { spot: [0x55, 0xb3, 0x9a], drawings: [choir, stairs, quietWard, phoneBox] }

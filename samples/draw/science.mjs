import { ammonite } from './science/ammonite.mjs'
import { comet } from './science/comet.mjs'
import { fern } from './science/fern.mjs'
import { puffin } from './science/puffin.mjs'

/** Science: test tube and leaf. */
export const science = { spot: [0x4f, 0x9e, 0x48], drawings: [fern, comet, ammonite, puffin] }

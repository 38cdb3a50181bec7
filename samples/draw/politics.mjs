import { cabinets } from './politics/cabinets.mjs'
import { chamber } from './politics/chamber.mjs'
import { rowedHome } from './politics/rowedHome.mjs'
import { tollBridge } from './politics/tollBridge.mjs'

/** Politics: the ballot box and the benches. */
export const politics = { spot: [0x72, 0x4a, 0xa8], drawings: [chamber, tollBridge, rowedHome, cabinets] }

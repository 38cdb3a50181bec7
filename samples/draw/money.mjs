import { loaf } from './money/loaf.mjs'
import { marketScale } from './money/marketScale.mjs'
import { risingRoofs } from './money/risingRoofs.mjs'
import { umbrella } from './money/umbrella.mjs'

/** Money: coins and a rising line. */
export const money = { spot: [0xe6, 0xb0, 0x1e], drawings: [risingRoofs, loaf, marketScale, umbrella] }

import { cornet } from './showbiz/cornet.mjs'
import { ghostLight } from './showbiz/ghostLight.mjs'
import { houseOfLight } from './showbiz/houseOfLight.mjs'
import { pantomimeHorse } from './showbiz/pantomimeHorse.mjs'

/** Showbiz: the lights of the stage. */
export const showbiz = {
  spot: [0xe0, 0x4f, 0x92],
  drawings: [ghostLight, houseOfLight, pantomimeHorse, cornet],
}

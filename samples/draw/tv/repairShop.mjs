import {
  circle,
  clipped,
  group,
  HEIGHT,
  ink,
  KEY,
  overprint,
  PAPER,
  path,
  polar,
  poly,
  RED,
  rect,
  ring,
  rows,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'
import { aerial } from './aerial.mjs'
import { tube } from './tube.mjs'

/** An old set on the mender's bench, showing a card again. */
export function repairShop() {
  const valve = (x, y, size) =>
    group(
      `translate(${x} ${y}) scale(${size})`,
      path('M-34 0V-90Q-34 -130 0 -136Q34 -130 34 -90V0Z', PAPER, { stroke: KEY, 'stroke-width': 9 }),
      rect(-16, -96, 32, 62, RED),
      stroke('M-16 -34V0M16 -34V0M0 -34V0', KEY, 6),
      rect(-40, -4, 80, 30, KEY),
      stroke('M-22 26V50M0 26V50M22 26V50', KEY, 7),
    )
  const screw = (x, y, turn) =>
    group(
      `translate(${x} ${y}) rotate(${turn})`,
      rect(-18, -10, 36, 14, KEY),
      poly([-8, 4, 8, 4, 0, 56], KEY),
      stroke('M-9 14h18M-7 26h14M-5 38h10', PAPER, 4),
    )
  return [
    rect(0, 0, WIDTH, HEIGHT, SPOT),
    times(12, (i) =>
      poly(
        [800, 460, polar(800, 460, 1300, i * 30), polar(800, 460, 1300, i * 30 + 15)].flat(),
        ink({ spot: 0.6 }),
      ),
    ),
    aerial(800, 250, [-250, -190], [270, -170]),
    rect(372, 250, 856, 566, KEY, { rx: 46 }),
    rect(392, 270, 816, 526, RED, { rx: 34 }),
    overprint(times(7, (i) => stroke(`M400 ${320 + i * 72}q220 -34 420 0t380 -6`, ink({ key: 0.45 }), 9))),
    rect(424, 304, 560, 460, KEY, { rx: 40 }),
    tube(456, 336, 496, 396, PAPER),
    clipped(
      'card',
      tube(456, 336, 496, 396, PAPER),
      times(9, (i) => rect(436 + i * 60, 310, 30, 460, ink({ spot: 0.3 }))),
      circle(704, 534, 176, PAPER, { stroke: KEY, 'stroke-width': 12 }),
      times(6, (i) => rect(560 + i * 48, 430, 48, 70, [KEY, SPOT, ink({ spot: 0.5 }), PAPER, RED, KEY][i])),
      rect(528, 500, 352, 10, KEY),
      times(10, (i) => rect(552 + i * 31, 528, 6 + i * 2, 76, KEY)),
      path('M600 640A140 140 0 0 0 808 640Z', RED),
      ring(704, 534, 176, KEY, 12),
    ),
    rows(3, [1096, 400, 30, 1096, 540, -60]).map(([x, y, turn]) => [
      circle(x, y, 60, PAPER, { stroke: KEY, 'stroke-width': 10 }),
      times(12, (i) => stroke(`M${polar(x, y, 44, i * 30)}L${polar(x, y, 50, i * 30)}`, KEY, 6)),
      stroke(`M${x} ${y}L${polar(x, y, 36, turn)}`, KEY, 13),
    ]),
    times(6, (i) => rect(1036, 640 + i * 22, 120, 10, KEY)),
    poly([470, 816, 530, 816, 490, 900, 456, 900], KEY),
    poly([1070, 816, 1130, 816, 1144, 900, 1110, 900], KEY),
    rect(0, 890, WIDTH, 190, PAPER),
    rect(0, 882, WIDTH, 16, KEY),
    overprint(
      times(5, (i) =>
        stroke(`M-10 ${936 + i * 36}q400 ${i % 2 ? 18 : -14} 800 0t820 4`, ink({ key: 0.36 }), 6),
      ),
    ),
    group(
      'translate(980 950) rotate(-16)',
      rect(-330, -13, 300, 26, PAPER, { stroke: KEY, 'stroke-width': 8 }),
      poly([-330, -13, -372, -20, -372, 20, -330, 13], KEY),
      rect(-40, -40, 230, 80, RED, { rx: 34, stroke: KEY, 'stroke-width': 9 }),
      stroke('M0 -14H150M0 14H150', KEY, 8),
    ),
    valve(300, 952, 1.25),
    valve(424, 976, 1),
    screw(540, 1000, 70),
    screw(1270, 960, -40),
    screw(1330, 1010, 20),
  ]
}

import {
  HEIGHT,
  ink,
  KEY,
  PAPER,
  path,
  RED,
  rect,
  ring,
  rows,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'
import { chip } from './chip.mjs'
import { track } from './track.mjs'

/** A chip that runs on the warmth of a hand. */
export function warmHand() {
  const fingers = rows(
    5,
    [610, 600, 520, 250, 104, 720, 560, 694, 140, 112, 842, 556, 872, 130, 114, 962, 590, 1050, 210, 106],
  )
  return [
    rect(0, 0, WIDTH, HEIGHT, SPOT),
    times(5, (i) => ring(800, 700, 380 + i * 130, i % 2 ? PAPER : ink({ spot: 0.4 }), 62)),
    fingers.map(([x1, y1, x2, y2, width]) => stroke(`M${x1} ${y1}L${x2} ${y2}`, KEY, width)),
    stroke('M590 800Q450 740 372 590', KEY, 116),
    path(
      'M548 560Q780 480 1020 560Q1050 760 990 900Q960 960 970 1100H610Q620 990 580 900Q530 760 548 560Z',
      KEY,
    ),
    path('M600 1000H980L1010 1100H570Z', RED),
    rect(586, 990, 408, 26, PAPER),
    track('M740 600V470L694 420V170', [[694, 148]], SPOT),
    track('M860 600V470L872 440V160', [[872, 138]], SPOT),
    track('M690 630H640L600 560L522 270', [[516, 250]], SPOT),
    track('M920 640H950L980 560L1046 232', [[1054, 212]], SPOT),
    track('M680 760H600L470 690L382 604', [[368, 588]], SPOT),
    track('M720 830V900L680 950V978', [], SPOT),
    track('M800 840V978', [], SPOT),
    track('M880 830V900L920 950V978', [], SPOT),
    track('M930 740H990V660', [[990, 640]], SPOT),
    chip(800, 710, 214, { legs: PAPER }),
    stroke('M770 760q-26 -26 0 -52t0 -52M800 760q-26 -26 0 -52t0 -52M830 760q-26 -26 0 -52t0 -52', PAPER, 9),
  ]
}

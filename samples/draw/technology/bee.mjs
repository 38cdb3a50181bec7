import {
  circle,
  clipped,
  ellipse,
  HEIGHT,
  ink,
  KEY,
  overprint,
  PAPER,
  path,
  polar,
  poly,
  RED,
  random,
  rect,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'
import { chip } from './chip.mjs'
import { track } from './track.mjs'

/** A bee that carries a chip. */
export function bee() {
  const wing = (side, id) => {
    const shape = (more, fill) =>
      path(
        `M${800 + side * 60} 470C${800 + side * 200} 210 ${800 + side * 620} 150 ${800 + side * 620} 340C${800 + side * 620} 520 ${800 + side * 260} 600 ${800 + side * 60} 540Z`,
        fill,
        more,
      )
    const hind = (more, fill) =>
      path(
        `M${800 + side * 60} 560C${800 + side * 240} 560 ${800 + side * 470} 600 ${800 + side * 440} 730C${800 + side * 400} 840 ${800 + side * 180} 740 ${800 + side * 50} 600Z`,
        fill,
        more,
      )
    const x = (d) => 800 + side * d
    return [
      hind({ stroke: KEY, 'stroke-width': 11 }, ink({ spot: 0.4 })),
      shape({ stroke: KEY, 'stroke-width': 11 }, PAPER),
      clipped(
        id,
        shape({}, KEY),
        track(`M${x(90)} 500L${x(220)} 400H${x(340)}L${x(420)} 320H${x(520)}`, [[x(540), 320]], RED, 8),
        track(`M${x(90)} 520L${x(240)} 460H${x(400)}L${x(450)} 420`, [[x(464), 408]], KEY, 8),
        track(`M${x(100)} 480L${x(230)} 330H${x(330)}L${x(390)} 266`, [[x(404), 252]], KEY, 8),
        track(`M${x(280)} 460L${x(340)} 510H${x(400)}`, [[x(418), 510]], RED, 8),
      ),
      track(`M${x(100)} 590L${x(230)} 650H${x(320)}`, [[x(340), 650]], KEY, 8),
    ]
  }
  const cell = (x, y, colour) =>
    poly(times(6, (i) => polar(x, y, 108, i * 60 + 30)).flat(), colour, { stroke: PAPER, 'stroke-width': 12 })
  const next = random(2)
  return [
    rect(0, 0, WIDTH, HEIGHT, PAPER),
    times(8, (row) =>
      times(10, (i) =>
        cell(
          i * 187 + (row % 2) * 94 - 20,
          row * 162 - 20,
          next() < 0.16 ? KEY : next() < 0.42 ? ink({ spot: 0.5 }) : SPOT,
        ),
      ),
    ),
    overprint(ellipse(840, 620, 470, 330, ink({ key: 0.3 }))),
    [-1, 1].map((side) => [
      stroke(`M${800 + side * 70} 450L${800 + side * 170} 380L${800 + side * 200} 270`, KEY, 15),
      stroke(`M${800 + side * 80} 580L${800 + side * 230} 700L${800 + side * 260} 830`, KEY, 15),
      stroke(`M${800 + side * 60} 620L${800 + side * 150} 800L${800 + side * 170} 930`, KEY, 15),
      stroke(`M${800 + side * 30} 300Q${800 + side * 60} 190 ${800 + side * 130} 150`, KEY, 13),
      circle(800 + side * 134, 148, 16, RED),
    ]),
    wing(-1, 'left-wing'),
    wing(1, 'right-wing'),
    path(
      'M800 590C920 590 940 720 910 820C880 920 830 980 800 1000C770 980 720 920 690 820C660 720 680 590 800 590Z',
      SPOT,
      { stroke: KEY, 'stroke-width': 12 },
    ),
    clipped(
      'abdomen',
      path(
        'M800 590C920 590 940 720 910 820C880 920 830 980 800 1000C770 980 720 920 690 820C660 720 680 590 800 590Z',
        KEY,
      ),
      [670, 768, 862, 944].map((y) =>
        path(`M640 ${y}Q800 ${y + 50} 960 ${y}V${y + 44}Q800 ${y + 94} 640 ${y + 44}Z`, KEY),
      ),
    ),
    circle(800, 330, 88, KEY),
    ellipse(742, 316, 30, 44, RED),
    ellipse(858, 316, 30, 44, RED),
    circle(800, 500, 132, KEY),
    times(28, (i) =>
      stroke(`M${polar(800, 500, 122, (i * 360) / 28)}L${polar(800, 500, 146, (i * 360) / 28 + 5)}`, KEY, 9),
    ),
    chip(800, 500, 132, { legs: SPOT, count: 4 }),
  ]
}

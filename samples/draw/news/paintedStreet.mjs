import {
  circle,
  ellipse,
  group,
  HEIGHT,
  ink,
  KEY,
  overprint,
  PAPER,
  passage,
  path,
  poly,
  RED,
  rect,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

/** A pot of paint before a steep street of stepped houses. */
export function paintedStreet() {
  const wall = [ink({ spot: 0.3 }), PAPER, SPOT, ink({ spot: 0.5 }), PAPER, ink({ spot: 0.3 })]
  const door = [RED, KEY, PAPER, RED, ink({ red: 1, spot: 1 }), KEY]
  const houses = times(6, (i) => {
    const [x, y] = [-40 + i * 285, 780 - i * 62]
    return [
      rect(x + 200, y - 640, 64, 110, KEY),
      rect(x + 208, y - 662, 20, 40, KEY),
      rect(x + 238, y - 662, 20, 40, KEY),
      poly([x - 8, y - 420, x + 26, y - 560, x + 293, y - 560, x + 293, y - 420], KEY),
      rect(x, y - 430, 285, 1100, wall[i]),
      rect(x + 282, y - 430, 6, 1100, KEY),
      rect(x, y - 440, 285, 16, KEY),
      [40, 170].map((dx) => [
        rect(x + dx - 8, y - 388, 88, 128, PAPER, { stroke: KEY, 'stroke-width': 6 }),
        rect(x + dx + 2, y - 378, 68, 108, KEY),
        rect(x + dx + 2, y - 330, 68, 8, PAPER),
      ]),
      rect(x + 36, y - 216, 106, 236, PAPER, { stroke: KEY, 'stroke-width': 6 }),
      rect(x + 48, y - 204, 82, 230, door[i], door[i] === PAPER ? { stroke: KEY, 'stroke-width': 5 } : {}),
      circle(x + 116, y - 90, 7, door[i] === PAPER ? KEY : PAPER),
      rect(x + 176, y - 206, 84, 120, PAPER, { stroke: KEY, 'stroke-width': 6 }),
      rect(x + 186, y - 196, 64, 100, KEY),
      rect(x + 214, y - 196, 8, 100, PAPER),
      rect(x + 26, y + 14, 128, 22, PAPER, { stroke: KEY, 'stroke-width': 5 }),
    ]
  })
  const tin = [
    ellipse(800, 640, 214, 58, PAPER, { stroke: KEY, 'stroke-width': 12 }),
    path('M586 640V930A214 58 0 0 0 1014 930V640A214 58 0 0 1 586 640Z', PAPER, {
      stroke: KEY,
      'stroke-width': 12,
    }),
    overprint(path('M880 694V990Q980 976 1014 930V640Q990 680 880 694Z', ink({ key: 0.42 }))),
    ellipse(800, 640, 186, 44, RED),
    path(
      'M614 640Q610 690 640 702V800A21 21 0 0 0 682 800V716Q700 720 716 720V880A24 24 0 0 0 764 880V722Q790 722 808 722V768A20 20 0 0 0 848 768V720Q900 716 930 706V830A20 20 0 0 0 970 830V690Q990 676 986 640Z',
      RED,
    ),
    ellipse(800, 640, 186, 44, RED, { stroke: KEY, 'stroke-width': 6 }),
    stroke('M590 650C560 300 1040 300 1010 650', KEY, 9),
    group(
      'translate(890 634) rotate(28)',
      path('M-52 -10L-58 -150H58L52 -10Q0 16 -52 -10Z', RED),
      rect(-66, -232, 132, 86, PAPER, { stroke: KEY, 'stroke-width': 9 }),
      rect(-66, -200, 132, 12, KEY),
      path('M-30 -236C-44 -330 -24 -360 -22 -440A22 22 0 0 1 22 -440C24 -360 44 -330 30 -236Z', KEY),
      circle(0, -428, 8, PAPER),
    ),
  ]
  return [
    passage('dawn', [ink({ spot: 0.7 }), ink({ spot: 0.08 })]),
    rect(0, 0, WIDTH, HEIGHT, 'url(#dawn)'),
    houses,
    poly([0, 850, WIDTH, 500, WIDTH, HEIGHT, 0, HEIGHT], KEY),
    poly([0, 850, WIDTH, 500, WIDTH, 524, 0, 874], PAPER),
    overprint(ellipse(800, 992, 420, 44, ink({ spot: 1 }))),
    tin,
  ]
}

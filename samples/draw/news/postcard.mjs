import {
  circle,
  group,
  HEIGHT,
  ink,
  KEY,
  overprint,
  PAPER,
  path,
  poly,
  RED,
  rect,
  ring,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

/** A postcard comes through the letterbox, late. */
export function postcard() {
  const panel = (x, y, w, h) => [
    rect(x, y, w, h, 'none', { stroke: KEY, 'stroke-width': 10 }),
    overprint(
      poly([x, y, x + w, y, x + w - 36, y + 36, x + 36, y + 36], ink({ key: 0.62 })),
      poly([x, y, x + 36, y + 36, x + 36, y + h - 36, x, y + h], ink({ key: 0.4 })),
    ),
    rect(x + 36, y + 36, w - 72, h - 72, 'none', { stroke: KEY, 'stroke-width': 5 }),
  ]
  const card = [
    rect(-306, -14, 612, 400, PAPER, { stroke: KEY, 'stroke-width': 7 }),
    rect(-2, 20, 4, 332, KEY),
    times(5, (i) => rect(46, 178 + i * 42, 220 - (i % 2) * 40, 7, SPOT)),
    times(6, (i) => stroke(`M-270 ${150 + i * 36}q30 -14 56 0t54 0t52 -2t${40 - (i % 3) * 20} 2`, KEY, 5)),
    rect(180, 30, 96, 116, RED),
    rect(188, 38, 80, 100, 'none', { stroke: PAPER, 'stroke-width': 5 }),
    path('M206 122q0 -44 22 -44t22 44ZM228 54a15 15 0 0 1 0 32a15 15 0 0 1 0 -32Z', PAPER),
    overprint(
      ring(150, 84, 54, KEY, 6),
      ring(150, 84, 34, KEY, 4),
      times(4, (i) => stroke(`M204 ${62 + i * 16}q16 -10 32 0t32 0t20 -4`, KEY, 5)),
    ),
  ]
  return [
    rect(0, 0, WIDTH, HEIGHT, RED),
    panel(96, -320, 620, 620),
    panel(884, -320, 620, 620),
    panel(96, 760, 620, 600),
    panel(884, 760, 620, 600),
    overprint(rect(452, 430, 716, 190, ink({ key: 0.6 }), { rx: 18 })),
    rect(430, 400, 740, 190, PAPER, { rx: 16, stroke: KEY, 'stroke-width': 9 }),
    overprint(rect(430, 400, 740, 190, ink({ spot: 0.35 }), { rx: 16 })),
    [456, 1144].map((x) => [
      circle(x, 494, 13, PAPER, { stroke: KEY, 'stroke-width': 6 }),
      stroke(`M${x - 7} 487l14 14`, KEY, 5),
    ]),
    rect(492, 448, 616, 96, KEY, { rx: 8 }),
    overprint(group('translate(818 520) rotate(-5)', rect(-306, 0, 640, 416, ink({ key: 0.6 })))),
    group('translate(800 508) rotate(-5)', card),
    path('M480 432H1120V466H480Z', PAPER, { stroke: KEY, 'stroke-width': 7 }),
    overprint(path('M480 450H1120V466H480Z', ink({ spot: 0.6 }))),
    circle(800, 176, 74, 'none', { stroke: KEY, 'stroke-width': 52 }),
    circle(800, 176, 74, 'none', { stroke: PAPER, 'stroke-width': 34 }),
    circle(800, 92, 46, PAPER, { stroke: KEY, 'stroke-width': 9 }),
  ]
}

/** The site's own pictures: its icons, the card that social networks show, and the stand-in for a missing picture. */
import { ground, gull, heart, tree } from './figures.mjs'
import {
  circle,
  ink,
  KEY,
  overprint,
  PAPER,
  path,
  poly,
  RED,
  rect,
  rows,
  SPOT,
  stroke,
  times,
} from './marks.mjs'
import { lettering, letteringWidth } from './wordmark.mjs'

const BRAND_RED = '#a80f14'

/**
 * The icon: a white M on the red of the header, filling a square. A maskable one (W3C, web app manifest) may lose all
 * but the circle in its middle, so that its letter is smaller.
 */
export function icon(size, { isMaskable = false } = {}) {
  const height = isMaskable ? 210 : 280
  const letter = lettering('M', 256 - letteringWidth('M', height) / 2, 256 + height / 2, height, '#ffffff')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 512 512">${rect(0, 0, 512, 512, BRAND_RED)}${letter}</svg>`
}

/** The stand-in for a picture that is missing: a folded newspaper in a quiet line, 3:2. */
export function placeholder() {
  const line = (d) => stroke(d, '#b5ab9c', 6)
  const paper = [
    line('M672 640V440H896V640Q896 664 920 664H696Q672 664 672 640Z'),
    line('M896 488H944V640Q944 664 920 664'),
    line('M708 484H860M708 540H772M708 580H772M708 620H772'),
    line('M800 540H860V620H800Z'),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1067" viewBox="0 0 1600 1067">${rect(0, 0, 1600, 1067, '#f7f4ef')}${paper.join('')}</svg>`
}

/** The card for social networks, 1200 × 630, in separations: the name above a panorama of the sections. */
export function shareCard() {
  const capital = 150
  const houses = times(4, (i) => {
    const [x, y] = [20 + i * 88, 560]
    return [
      rect(x, y - 150, 88, 150, [PAPER, SPOT, ink({ spot: 0.4 }), PAPER][i], {
        stroke: KEY,
        'stroke-width': 5,
      }),
      poly([x - 4, y - 148, x + 16, y - 200, x + 72, y - 200, x + 92, y - 148], KEY),
      rect(x + 60, y - 226, 18, 40, KEY),
      [16, 52].map((dx) => rect(x + dx, y - 130, 20, 32, KEY)),
      rect(x + 30, y - 66, 30, 66, [RED, PAPER, KEY, RED][i], { stroke: KEY, 'stroke-width': 4 }),
    ]
  })
  const spire = [
    poly([452, 250, 484, 400, 420, 400], PAPER, { stroke: KEY, 'stroke-width': 6 }),
    rect(420, 400, 64, 160, PAPER, { stroke: KEY, 'stroke-width': 6 }),
    overprint(rect(456, 402, 26, 156, ink({ key: 0.5 }))),
    circle(452, 436, 16, RED, { stroke: KEY, 'stroke-width': 5 }),
    path('M434 560v-36a18 20 0 0 1 36 0v36Z', KEY),
  ]
  const set = [
    stroke('M600 410L560 350M600 410L646 356', KEY, 6),
    rect(524, 408, 152, 112, KEY, { rx: 14 }),
    rect(536, 420, 98, 88, PAPER, { rx: 20 }),
    heart(585, 464, 30, RED),
    [444, 478].map((y) => circle(655, y, 9, SPOT)),
    poly([548, 520, 562, 520, 554, 560, 542, 560], KEY),
    poly([640, 520, 654, 520, 660, 560, 648, 560], KEY),
  ]
  const ball = [
    circle(752, 518, 42, PAPER, { stroke: KEY, 'stroke-width': 6 }),
    poly([752, 500, 769, 513, 763, 533, 741, 533, 735, 513], KEY),
    stroke('M752 500V478M769 513L790 505M763 533L776 552M741 533L728 552M735 513L714 505', KEY, 5),
  ]
  const lighthouse = [
    poly([1096, 560, 1108, 330, 1152, 330, 1164, 560], PAPER, { stroke: KEY, 'stroke-width': 6 }),
    [362, 452].map((y, i) =>
      poly([1105 - i * 5, y + 48, 1107 - i * 5, y, 1153 + i * 5, y, 1155 + i * 5, y + 48], RED),
    ),
    rect(1094, 318, 72, 14, KEY),
    rect(1112, 284, 36, 36, PAPER, { stroke: KEY, 'stroke-width': 5 }),
    path('M1106 286q24 -40 48 0Z', KEY),
  ]
  const train = [
    path(
      `M812 470H1090V560H812Z${times(5, (i) => `M${824 + i * 54} 560V514a19 19 0 0 1 38 0V560Z`).join('')}`,
      PAPER,
      { 'fill-rule': 'evenodd', stroke: KEY, 'stroke-width': 5 },
    ),
    rect(806, 462, 290, 12, KEY),
    [828, 906].map((x) => [
      rect(x, 426, 74, 30, RED, { rx: 4, stroke: KEY, 'stroke-width': 4 }),
      times(4, (i) => rect(x + 8 + i * 16, 434, 10, 10, PAPER)),
    ]),
    path('M984 456V430H1004V416H1024V430H1052Q1062 430 1064 456Z', KEY),
    rect(1046, 406, 9, 26, KEY),
    times(3, (i) =>
      circle(1040 - i * 26, 386 - i * 16, 12 + i * 5, PAPER, { stroke: KEY, 'stroke-width': 4 }),
    ),
    [846, 884, 924, 962, 1000, 1026, 1052].map((x) => circle(x, 458, 8, KEY)),
  ]
  return [
    rect(0, 0, 1200, 240, RED),
    lettering('Masthead', 600 - letteringWidth('Masthead', capital) / 2 - 4, 196, capital, PAPER),
    rect(0, 240, 1200, 390, SPOT),
    rect(0, 240, 1200, 10, PAPER),
    ground([-20, 430, 200, 360, 460, 420, 760, 370, 1000, 420, 1220, 360], 640, ink({ spot: 0.45 })),
    lighthouse,
    rows(3, [380, 560, 120, 500, 562, 90, 700, 562, 96]).map(([x, y, height]) => tree(x, y, height, KEY)),
    houses,
    spire,
    set,
    ball,
    train,
    rect(0, 556, 1200, 80, KEY),
    times(9, (i) => rect(40 + i * 136, 590, 70, 9, PAPER)),
    gull(330, 300, 30, KEY, 5),
    gull(386, 280, 20, KEY, 4),
  ]
}

import {
  circle,
  group,
  HEIGHT,
  ink,
  KEY,
  PAPER,
  path,
  RED,
  random,
  rect,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

/** Four crews on the river from above, one of them ahead. */
export function headRace() {
  const boat = (x, y, colour, stretch) =>
    group(
      `translate(${x} ${y})`,
      times(8, (i) => {
        const [at, side] = [-246 + i * 66, i % 2 ? 1 : -1]
        return [
          stroke(`M${at} 0L${at - stretch} ${side * 128}`, KEY, 7),
          stroke(`M${at - stretch} ${side * 112}l${-stretch * 0.16} ${side * 34}`, colour, 22, {
            'stroke-linecap': 'butt',
          }),
          times(2, (k) =>
            stroke(`M${at - stretch - 34 - k * 28} ${side * (150 + k * 4)}q-14 ${side * 10} -30 0`, PAPER, 5),
          ),
        ]
      }),
      path('M-470 0Q-300 -34 -60 -34T430 0Q180 34 -60 34T-470 0Z', PAPER, { stroke: KEY, 'stroke-width': 8 }),
      path('M-330 0Q-240 -17 -60 -17T340 0Q180 17 -60 17T-330 0Z', KEY),
      times(8, (i) => [
        circle(-246 + i * 66, 0, 21, colour),
        circle(-238 + i * 66, 0, 12, PAPER, { stroke: KEY, 'stroke-width': 4 }),
      ]),
      circle(-326, 0, 18, KEY),
      circle(-322, 0, 10, RED),
      stroke('M-500 -16q-80 -14 -190 -60M-500 16q-80 14 -190 60M-520 0h-160', PAPER, 6),
    )
  const next = random(21)
  return [
    rect(0, 0, WIDTH, HEIGHT, SPOT),
    group(
      'translate(800 533) rotate(-24)',
      rect(-1200, -560, 2400, 280, ink({ spot: 0.72 })),
      rect(-1200, -20, 2400, 270, ink({ spot: 0.72 })),
      times(60, () => {
        const [x, y] = [next() * 2200 - 1100, next() * 1500 - 750]
        return stroke(`M${x} ${y}q20 -12 40 0t40 0`, next() < 0.3 ? KEY : PAPER, 5)
      }),
      boat(-420, -430, KEY, 20),
      boat(210, -150, RED, 44),
      boat(-300, 116, KEY, 8),
      boat(-20, 390, KEY, 34),
    ),
  ]
}

/**
 * The printing press: takes a drawing in separations (see `ink` in marks.mjs) and prints it as three inks on paper, the
 * way a small screen-printing shop would: tints become ruled lines or halftone dots, each plate sits a little out of
 * register, the ink has bare specks, and inks that overlap multiply.
 */
import sharp from 'sharp'
import { HEIGHT, PAPER, random, WIDTH } from './marks.mjs'

const SHEET = [0xf7, 0xf4, 0xef]
const BLACK = [0x14, 0x14, 0x14]
const RED = [0xa8, 0x0f, 0x14]

/** Plates are screened at twice the size and averaged, so that dots and edges come out smooth. */
const SCALE = 2

/** Coverage is kept in few steps: few colours, and runs that repeat exactly, keep the lossless file small. */
const STEPS = 4

/**
 * Per plate (its channel in the separations): the vector in pixels from one dot, or one ruled line, to the next. Whole
 * numbers make the screen repeat exactly, and what repeats costs next to nothing in a lossless file.
 */
const SCREENS = {
  key: { channel: 0, across: 5, down: 5, ruled: true },
  red: { channel: 1, across: 4, down: 12, ruled: false },
  spot: { channel: 2, across: 12, down: 4, ruled: false },
}

/**
 * Prints `drawing` (SVG markup, or nested lists of it) in black, red and `spot` ([red, green, blue], 0 to 255). `seed`
 * fixes the specks and the misregistration. Resolves to a sharp image of `width` × `height` pixels.
 */
export async function print(drawing, { spot, seed, width = WIDTH, height = HEIGHT }) {
  const size = { width, height }
  const separations = await separate(drawing, size)
  const next = random(seed)
  const pixels = Buffer.alloc(width * height * 3, Buffer.from(SHEET))
  // The key plate is printed last and gives the register; the two colours slip beneath it.
  const plates = [
    { screen: SCREENS.spot, colour: spot, slip: slipped(next) },
    { screen: SCREENS.red, colour: RED, slip: slipped(next) },
    { screen: SCREENS.key, colour: BLACK, slip: [0, 0] },
  ]
  for (const { screen, colour, slip } of plates) {
    const coverage = screened(separations, screen, slip, size)
    speckle(coverage, size, next)
    for (const [i, covered] of coverage.entries()) {
      if (covered === 0) continue
      const laid = Math.round(covered * STEPS) / STEPS
      for (let c = 0; c < 3; c++) pixels[i * 3 + c] *= 1 - laid * (1 - colour[c] / 255)
    }
  }
  return sharp(pixels, { raw: { ...size, channels: 3 } })
}

/** Renders the drawing once; each colour channel of the result is one plate's tones. */
function separate(drawing, { width, height }) {
  const head = `xmlns="http://www.w3.org/2000/svg" width="${width * SCALE}" height="${height * SCALE}"`
  const ground = `<rect width="100%" height="100%" fill="${PAPER}"/>`
  const body = [drawing].flat(Number.POSITIVE_INFINITY).join('')
  const svg = `<svg ${head} viewBox="0 0 ${width} ${height}">${ground}${body}</svg>`
  return sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()
}

/** How far one plate is out of register, in halves of a pixel: 2 to 4 pixels aside, up to 3 up or down. */
const slipped = (next) => [
  (next() < 0.5 ? -1 : 1) * Math.round(4 + next() * 4),
  Math.round((next() - 0.5) * 12),
]

/** How much of each pixel one plate covers, 0 to 1, once its tones are broken into dots or lines. */
function screened(separations, { channel, across, down, ruled }, [aside, below], { width, height }) {
  const wide = width * SCALE
  const high = height * SCALE
  const pitch = Math.hypot(across, down)
  const turn = (2 * Math.PI) / (pitch * pitch * SCALE)
  const coverage = new Float32Array(width * height)
  for (let y = 0; y < high; y++) {
    const fromY = Math.min(Math.max(y - below, 0), high - 1)
    for (let x = 0; x < wide; x++) {
      const fromX = Math.min(Math.max(x - aside, 0), wide - 1)
      const tone = separations[(fromY * wide + fromX) * 3 + channel] / 255
      if (tone < 0.02) continue
      let laid = 1
      if (tone < 0.98) {
        const wave = Math.cos((x * across + y * down) * turn)
        const threshold = ruled
          ? Math.acos(wave) / Math.PI
          : 0.5 - (wave + Math.cos((y * across - x * down) * turn)) / 4
        laid = Math.min(Math.max((tone - threshold) * pitch + 0.5, 0), 1)
      }
      coverage[(y >> 1) * width + (x >> 1)] += laid / SCALE ** 2
    }
  }
  return coverage
}

/** Leaves bare specks where the ink did not take: singly, and in a few drifts as of dust on the screen. */
function speckle(coverage, { width, height }, next) {
  const bare = (centreX, centreY, side) => {
    const [left, top] = [Math.round(centreX), Math.round(centreY)]
    for (let y = top; y < top + side; y++) {
      for (let x = left; x < left + side; x++) {
        const onSheet = x >= 0 && x < width && y >= 0 && y < height
        if (onSheet && next() > 0.2) coverage[y * width + x] *= 0.25
      }
    }
  }
  for (let n = 0; n < 500; n++) bare(next() * width, next() * height, next() < 0.2 ? 3 : 2)
  for (let drift = 0; drift < 7; drift++) {
    const [x, y] = [next() * width, next() * height]
    for (let n = 0; n < 70; n++) bare(x + (next() + next() - 1) * 170, y + (next() + next() - 1) * 120, 2)
  }
}

import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

// A program of its own (see draw-svg.server.ts). Arguments: the height of the image in pixels, and the time in milliseconds.
const [, , height, maxMs] = process.argv.map(Number)
const MAX_PIXELS = 16_000_000
/** The density at which an SVG image has its own size. */
const DENSITY = 72
const MAX_DENSITY = 7_200

// Threads that draw cannot be interrupted. This also ends them if the server has ended.
setTimeout(() => process.kill(process.pid, 'SIGKILL'), maxMs)
setPriority(constants.priority.PRIORITY_LOW)
try {
  // If the memory runs out, Linux ends this process first.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Other systems do not have the file.
}
sharp.concurrency(1)

const svg = await buffer(process.stdin)
const own = await sharp(svg, { limitInputPixels: MAX_PIXELS }).metadata()
const scale = Number(height) / Math.max(1, own.height)
const density = Math.min(MAX_DENSITY, Math.max(1, Math.ceil(DENSITY * scale)))
const image = sharp(svg, { density, failOn: 'error', limitInputPixels: MAX_PIXELS })
const png = await image.toColourspace('srgb').png({ compressionLevel: 1 }).toBuffer()
process.stdout.write(png, () => process.exit())

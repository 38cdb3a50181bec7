import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectFile } from '#platform/process/project-file.server.ts'

const MAX_MS = 10_000
const MAX_PNG_BYTES = 64_000_000

/** A separate entry in the build. */
const PROGRAM = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, 'svg-process.server.ts')
  : projectFile('dist', 'server', 'svg-process.js')

/**
 * Draws an SVG file in a process of its own, which ends with the drawing: small files can take hours and all memory, and neither
 * sharp's timeout nor the end of a worker thread interrupts librsvg.
 *
 * @param height in pixels
 * @returns a PNG file
 * @throws if the file is damaged, or beyond the limits of time and size
 */
export async function drawSvg(svg: Buffer, height: number, maxMs = MAX_MS): Promise<Buffer> {
  const run = promisify(execFile)(process.execPath, [PROGRAM, String(height), String(maxMs)], {
    encoding: 'buffer',
    maxBuffer: MAX_PNG_BYTES,
    // Without secrets, and without the variable of `refuseSvgFiles`.
    env: {},
  })
  // If the process has ended, `run` rejects.
  run.child.stdin?.on('error', () => {}).end(svg)
  const { stdout } = await run
  return stdout
}

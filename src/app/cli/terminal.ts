import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { styleText } from 'node:util'

export type Terminal = {
  isInteractive: boolean
  /** Reads without echo; if not interactive, from standard input. */
  promptSecret(question: string): Promise<string>
  /** Writes to standard error, if that is a terminal. */
  showProgress(step: string): void
}

export const terminal: Terminal = {
  get isInteractive() {
    return process.stdin.isTTY === true
  },

  async promptSecret(question) {
    // Hides readline's echo.
    let isMuted = false
    const output = new Writable({
      write(chunk, _encoding, done) {
        if (!isMuted) process.stderr.write(chunk)
        done()
      },
    })
    const lines = createInterface({ input: process.stdin, output, terminal: terminal.isInteractive })
    try {
      const secret = new Promise<string>((resolve) => {
        lines.once('close', () => resolve(''))
        lines.question(terminal.isInteractive ? question : '', resolve)
      })
      isMuted = true
      return await secret
    } finally {
      lines.close()
      if (terminal.isInteractive) process.stderr.write('\n')
    }
  },

  showProgress(step) {
    if (!process.stderr.isTTY) return
    const time = new Date().toTimeString().slice(0, 8)
    process.stderr.write(`${styleText('dim', time, { stream: process.stderr })}  ${step}\n`)
  },
}

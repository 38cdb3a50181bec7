import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Where a command asks for a password. */
export type Terminal = {
  /** Whether a person sits at it. */
  isPerson: boolean
  /** Asks for a line that is not shown while it is typed; without a person, the next line of standard input. */
  askSecret(question: string): Promise<string>
}

/** The process's own. */
export const terminal: Terminal = {
  get isPerson() {
    return process.stdin.isTTY === true
  },

  async askSecret(question) {
    // Shows the question, and nothing of what readline would show of the answer.
    let isMuted = false
    const output = new Writable({
      write(chunk, _encoding, done) {
        if (!isMuted) process.stderr.write(chunk)
        done()
      },
    })
    const lines = createInterface({ input: process.stdin, output, terminal: terminal.isPerson })
    try {
      const answer = new Promise<string>((resolve) => {
        lines.once('close', () => resolve(''))
        lines.question(terminal.isPerson ? question : '', resolve)
      })
      isMuted = true
      return await answer
    } finally {
      lines.close()
      if (terminal.isPerson) process.stderr.write('\n')
    }
  },
}

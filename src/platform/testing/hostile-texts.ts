/**
 * Texts that take quadratic time in patterns and parsers that are not linear: repeated to the required length, after an
 * optional start.
 */
export const HOSTILE_TEXTS: [repeated: string, start?: string][] = [
  ['<'],
  ['<a '],
  ['<a href="'],
  ['<p \'"'],
  ['</p'],
  ['<p>'],
  ['<b><i><div>'],
  ['<li><p>'],
  ['<!--'],
  ['<![CDATA['],
  ['a', '<!--'],
  ['<script>'],
  ['&'],
  ['&amp;lt;'],
  ['&lt;p&gt;'],
  [' '],
  ['\n'],
  [' \t\n', 'a. '],
  ['"', 'a.'],
  ['. " '],
  ['/'],
  ['.'],
  ['-', 'a - '],
  [' - '],
  [', ', 'a.jpg'],
  ['a,'],
  ['aA0'],
  ['1'],
  ['\u0301', 'e'],
  ['\ud83d'],
  ['<img srcset="'],
  ['&#'],
  ['a@'],
  ['(('],
  ['%'],
]

/** The processor time of a function, in milliseconds. Unlike its duration, it does not depend on other processes. */
export function processorMs(run: () => unknown): number {
  const elapsed = startProcessorTimer()
  run()
  return elapsed()
}

/**
 * Measures work that waits.
 *
 * @returns the processor time of this thread from now on, in milliseconds
 */
export function startProcessorTimer(): () => number {
  const start = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1_000
  }
}

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

/** The processor time of a function, in milliseconds. */
export function processorMs(run: () => unknown): number {
  const start = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1_000
}

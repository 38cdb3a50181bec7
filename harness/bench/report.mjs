/** Prints a measurement. @param {{ isMet: boolean, bar: string }} [target] */
export function print(name, text, target) {
  const verdict = target ? ` (target ${target.bar}: ${target.isMet ? 'met' : 'NOT MET'})` : ''
  console.log(`${name.padEnd(36)} ${text}${verdict}`)
}

export const under = (value, max) => ({ isMet: value < max, bar: `under ${max}` })
export const atMost = (value, max) => ({ isMet: value <= max, bar: `at most ${max}` })
export const atLeast = (value, min) => ({ isMet: value >= min, bar: `at least ${min}` })

export const count = (number) => number.toLocaleString('en-GB')

export const median = (values) => quantile(values, 0.5)

export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1]
}

export function formatTimes(times) {
  return `median ${median(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`
}

/** Prints times, whose 95th percentile has a target. */
export function printTimes(name, times, maxMs) {
  print(name, formatTimes(times), under(quantile(times, 0.95), maxMs))
}

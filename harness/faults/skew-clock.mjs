// Preloaded into a server (--import): adds the milliseconds in the file `?file=` to its clock.
import { readFileSync } from 'node:fs'

const POLL_MS = 20
const file = new URL(import.meta.url).searchParams.get('file')
let offsetMs = 0
setInterval(() => {
  offsetMs = Number(readFileSync(file, 'utf8'))
}, POLL_MS).unref()

const { now } = Date
const skewedNow = () => now() + offsetMs
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [skewedNow()] : args, newTarget),
  apply: (target) => new target(skewedNow()).toString(),
  get: (target, name) => (name === 'now' ? skewedNow : Reflect.get(target, name)),
})

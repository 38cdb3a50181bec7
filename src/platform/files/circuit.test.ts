import { expect, it } from 'vitest'
import { createCircuit } from './circuit.ts'

it('fails at once after three failures in a row, and allows one attempt a second', () => {
  let time = 0
  const circuit = createCircuit(() => time)
  circuit.record('failed')
  circuit.record('failed')
  circuit.record('responded')
  circuit.record('failed')
  circuit.record('failed')
  expect(circuit.allows()).toBe(true)
  circuit.record('failed')
  expect(circuit.allows()).toBe(false)
  time = 1_000
  expect([circuit.allows(), circuit.allows()]).toEqual([true, false])
  circuit.record('failed')
  time = 1_999
  expect(circuit.allows()).toBe(false)
  time = 2_000
  expect(circuit.allows()).toBe(true)
  circuit.record('responded')
  expect([circuit.allows(), circuit.allows()]).toEqual([true, true])
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { Authority, Characters, Person, simulateWriting } from '../testing/writing-simulation.ts'

afterEach(() => {
  vi.useRealTimers()
})

const seedsUntil = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

describe('several people who write and change the structure at once', () => {
  it.each([
    { people: 2, rounds: 10, seeds: [...seedsUntil(40), 77, 141] },
    { people: 3, rounds: 8, seeds: [...seedsUntil(18), 35, 50, 69] },
    { people: 5, rounds: 8, seeds: [...seedsUntil(8), 39] },
    { people: 3, rounds: 8, rearranging: 0.3, seeds: seedsUntil(12) },
  ])(
    '$people people lose no character, have none twice, and see the same (rearranging: $rearranging)',
    ({ seeds, ...options }) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      let typed = 0
      for (const seed of seeds) {
        const wait = (ms: number) => vi.setSystemTime(Date.now() + ms)
        const outcome = simulateWriting(seed, { ...options, wait })
        typed += outcome.typed
        expect(outcome, `seed ${seed}`).toMatchObject({ lost: [], doubled: [], different: [] })
      }
      expect(typed).toBeGreaterThan(2_000)
    },
    120_000,
  )
})

it.each(['ada', 'ben'])('undo inserts nothing again that %s has restored', (restorer) => {
  const authority = new Authority()
  const ada = new Person('ada', new Characters())
  const { editor } = ada
  const before = editor.state.doc.toJSON()
  editor.view.dispatch(editor.state.tr.delete(1, 5))
  ada.synchronize(authority)
  authority.restore(before, { client: restorer, seen: 1 })
  ada.receive(authority.batches)
  editor.commands.undo()
  expect(editor.state.doc.toJSON()).toEqual(before)
  editor.view.dispatch(editor.state.tr.insertText('new ', 1))
  editor.commands.undo()
  expect(editor.state.doc.toJSON()).toEqual(before)
})

it('undo inserts no text again whose move others have prevented', () => {
  const authority = new Authority()
  const [ada, ben] = ['ada', 'ben'].map((client) => new Person(client, new Characters())) as [Person, Person]
  const textOf = ({ editor }: Person) => editor.state.doc.child(2).firstChild?.textContent
  // "gamma" behind "delta epsilon"
  ada.editor.view.dispatch(ada.editor.state.tr.delete(48, 53).insertText('gamma', 63))
  expect(textOf(ada)).toBe('alpha beta ')
  ben.editor.view.dispatch(ben.editor.state.tr.delete(54, 69))
  ben.synchronize(authority)
  ada.receive(authority.batches)
  expect(textOf(ada)).toBe('alpha beta gamma')
  ada.editor.commands.undo()
  expect(ada.editor.state.doc.textContent.match(/gamma/g)).toHaveLength(1)
})

it('an undo stays when the edit that it undoes is stored before others edit', () => {
  const authority = new Authority()
  const [ada, ben] = ['ada', 'ben'].map((client) => new Person(client, new Characters())) as [Person, Person]
  const headlineOf = ({ editor }: Person) => editor.state.doc.child(0).textContent
  ada.editor.view.dispatch(ada.editor.state.tr.insertText('new ', 1))
  ada.send(authority)
  ada.editor.commands.undo()
  ada.receive(authority.batches)
  ben.editor.view.dispatch(ben.editor.state.tr.setDocAttribute('author', 'Ben'))
  ben.send(authority)
  ada.receive(authority.batches)
  expect(headlineOf(ada)).toBe('The harbour')
  ada.send(authority)
  ben.receive(authority.batches)
  expect(headlineOf(ben)).toBe('The harbour')
})

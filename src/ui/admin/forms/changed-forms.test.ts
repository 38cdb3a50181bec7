import { createMemoryHistory } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Answer, addChangedForm, type ChangedForm, hasUnsavedChanges } from './changed-forms.ts'

// Without a document, the history does not block.
beforeEach(() => vi.stubGlobal('document', {}))
afterEach(() => vi.unstubAllGlobals())

const settle = () => new Promise((resolve) => setTimeout(resolve))

/** Two changed forms on one screen, of which the first can be restored. */
function open(answers: { answer: Answer }) {
  const history = createMemoryHistory({ initialEntries: ['/admin/newsletter'] })
  const ask = vi.fn<ChangedForm['ask']>(async () => answers.answer)
  const isLeft: ChangedForm['isLeft'] = (from, to) => from.pathname !== to.pathname
  const removals = [true, false].map((isRecoverable) =>
    addChangedForm(history, { isLeft, isRecoverable, ask }),
  )
  const close = () => {
    for (const remove of removals) remove()
  }
  return { history, ask, close }
}

it('one question is asked for all forms that a navigation leaves, which warns if any of them loses changes', async () => {
  const { history, ask, close } = open({ answer: 'leave' })
  history.push('/admin/feeds')
  await settle()
  expect(history.location.pathname).toBe('/admin/feeds')
  expect(ask.mock.calls).toEqual([[true]])
  close()
  expect(hasUnsavedChanges()).toBe(false)
})

it('each navigation asks again', async () => {
  const answers: { answer: Answer } = { answer: 'stay' }
  const { history, ask, close } = open(answers)
  history.push('/admin/feeds')
  await settle()
  expect(history.location.pathname).toBe('/admin/newsletter')
  answers.answer = 'leave'
  history.push('/admin/feeds')
  await settle()
  history.push('/admin/users')
  await settle()
  expect(history.location.pathname).toBe('/admin/users')
  expect(ask).toHaveBeenCalledTimes(3)
  close()
})

it('a navigation that leaves no form does not ask', async () => {
  const { history, ask, close } = open({ answer: 'stay' })
  history.push('/admin/newsletter?tab=settings')
  await settle()
  expect(history.location.search).toBe('?tab=settings')
  expect(ask).not.toHaveBeenCalled()
  close()
})

it('a form that is closed before the answer does not block the navigation, and the other forms still ask', async () => {
  const answers: { answer: Answer } = { answer: 'closed' }
  const { history, ask, close } = open(answers)
  history.push('/admin/feeds')
  await settle()
  expect(history.location.pathname).toBe('/admin/feeds')
  expect(ask).toHaveBeenCalledTimes(2)
  close()
})

import { describe, expect, it } from 'vitest'
import { containerForm, containerTitleForm, toContainer } from './container-form.ts'
import { frontChange } from './front.ts'

const id = 'c0000000-0000-4000-8000-000000000000'
const messages = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('the form of a container', () => {
  const typed = { kind: 'section', category: 'Sport', topicId: '', title: ' ' } as const

  it('has what its kind needs, and nothing else', () => {
    expect(toContainer(id, containerForm.parse(typed))).toEqual({
      id,
      kind: 'section',
      category: 'Sport',
      title: '',
    })
    expect(toContainer(id, containerForm.parse({ ...typed, kind: 'topic', topicId: id }))).toEqual({
      id,
      kind: 'topic',
      topicId: id,
      title: '',
    })
    expect(toContainer(id, containerForm.parse({ ...typed, kind: 'mostRead', topicId: id }))).toEqual({
      id,
      kind: 'mostRead',
      title: '',
    })
  })

  it('asks for the topic, and for the title of a list', () => {
    expect(messages(containerForm.safeParse({ ...typed, kind: 'topic' }))).toEqual([
      'topicId: Choose a topic',
    ])
    expect(messages(containerForm.safeParse({ ...typed, kind: 'list' }))).toEqual(['title: Enter a title'])
    expect(containerForm.safeParse({ ...typed, kind: 'list', title: 'Long reads' }).success).toBe(true)
    expect(messages(containerTitleForm('list').safeParse({ title: ' ' }))).toEqual(['title: Enter a title'])
    expect(containerTitleForm('section').safeParse({ title: ' ' }).success).toBe(true)
  })
})

it('titles have no characters that the database refuses', () => {
  const title = ' A\0\u0007\ud800\n B '
  const change = frontChange.parse({ kind: 'renameContainer', container: id, title })
  expect(change).toMatchObject({ title: 'A\ufffd B' })
})

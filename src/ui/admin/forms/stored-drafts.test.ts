import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { clearStoredDrafts, hasStoredDrafts, readDrafts, removeDraft, storeDraft } from './stored-drafts.ts'

const schema = z.object({ text: z.string(), savedAt: z.string() })
const draft = (text: string, minute = 0) => ({
  text,
  savedAt: new Date(Date.UTC(2026, 10, 28, 12, minute)).toISOString(),
})
const textsOf = (subject: string) => readDrafts(subject, schema).map(({ text }) => text)

/** Like the browser's, lists its keys as properties. */
class Storage {
  getItem(key: string): string | null {
    return (Object.entries(this).find(([name]) => name === key)?.[1] as string | undefined) ?? null
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value })
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

beforeEach(() => vi.stubGlobal('localStorage', new Storage()))
afterEach(() => vi.unstubAllGlobals())

test('drafts are listed by subject, newest first, and removed by slot', () => {
  storeDraft('form:ann:note:1', 'a', draft('older'))
  storeDraft('form:ann:note:1', 'b', draft('newer', 1))
  storeDraft('form:ann:note:10', 'a', draft('another note'))
  storeDraft('form:ben:note:1', 'a', draft('another person'))
  expect(textsOf('form:ann:note:1')).toEqual(['newer', 'older'])
  removeDraft('form:ann:note:1', 'b')
  expect(textsOf('form:ann:note:1')).toEqual(['older'])
})

test('of more than 100 drafts, the oldest are removed, and nothing else', () => {
  localStorage.setItem('theme', 'dark')
  storeDraft('form:ann:note:1', 'a', draft('changed later'))
  for (let index = 1; index <= 100; index++) storeDraft(`form:ann:reply:${index}`, 'a', draft('reply', index))
  expect(textsOf('form:ann:note:1')).toEqual([])
  expect(textsOf('form:ann:reply:1')).toEqual(['reply'])
  storeDraft('form:ann:reply:1', 'a', draft('typed on', 200))
  storeDraft('form:ann:note:2', 'a', draft('newest', 201))
  expect(textsOf('form:ann:reply:1')).toEqual(['typed on'])
  expect(textsOf('form:ann:reply:2')).toEqual([])
  expect(localStorage.getItem('theme')).toBe('dark')
})

test('signing out removes the drafts of all accounts', () => {
  storeDraft('form:ann:note:1', 'a', draft('mine'))
  storeDraft('page:ben:contact', 'a', draft('theirs'))
  clearStoredDrafts()
  expect(hasStoredDrafts()).toBe(false)
})

import { expect, it } from 'vitest'
import { EMPTY_PERSON, type PersonForm, personForm } from './person.ts'

const messages = (form: Partial<PersonForm>) =>
  personForm.safeParse({ ...EMPTY_PERSON, name: 'Ada', ...form }).error?.issues.map(({ message }) => message)

it('normalises what is typed', () => {
  const typed = {
    ...EMPTY_PERSON,
    name: '  Ada\n Lovelace ',
    slug: 'Ada Lovelace!',
    links: ' https://a.example/x \n\n https://b.example\u0000',
    biography: ' Writes.\r\nCounts. ',
  }
  expect(personForm.parse(typed)).toEqual({
    ...EMPTY_PERSON,
    name: 'Ada Lovelace',
    slug: 'ada-lovelace',
    links: 'https://a.example/x\nhttps://b.example',
    biography: 'Writes.\nCounts.',
  })
})

it('refuses what cannot be stored or shown', () => {
  expect(messages({ name: ' ' })).toEqual(['Enter a name'])
  expect(messages({ name: 'a'.repeat(201) })).toEqual(['The name can have 200 characters at most'])
  expect(messages({ biography: 'a'.repeat(4_001) })).toEqual([
    'The biography can have 4,000 characters at most',
  ])
  for (const link of ['http://a.example', 'javascript:alert(1)', 'data:text/html,x', 'a.example', 'https://'])
    expect(messages({ links: link }), link).toEqual(['Each link must start with https://'])
  expect(messages({ links: 'https://a.example\n'.repeat(9) })).toEqual(['There can be 8 links at most'])
  for (const imageUrl of [
    'https://a.example/a.jpg',
    '/storage/article-images/../a',
    '/storage/article-images/',
  ])
    expect(messages({ imageUrl }), imageUrl).toEqual(['Choose an image of the library'])
  expect(messages({ userId: '1' })).toHaveLength(1)
})

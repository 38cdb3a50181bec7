import { expect, it } from 'vitest'
import { choosePublication } from './choose-publication.ts'

const SITE = 'https://www.nytimes.com/section/world'

it.each([
  ['the name of the website', 'The New York Times', 'NYT > World News', 'The New York Times'],
  ['a part of the title, without a website', null, 'NYT > World News', 'NYT'],
  ['a part of the title, if the website is named by its host', 'www.nytimes.com', 'NYT > World News', 'NYT'],
  ['a part of the title, if the website has the name of its software', 'WordPress', 'NYT', 'NYT'],
  ['the title, without a part that resembles the host', null, 'World: News', 'World: News'],
  ['the host, without names', null, '', 'nytimes.com'],
])('chooses %s', (_, siteName, title, name) => {
  expect(choosePublication(siteName, title, SITE)).toBe(name)
})

it('shortens long names', () => {
  expect(choosePublication('The Daily Lantern '.repeat(50), 'NYT', SITE).length).toBeLessThanOrEqual(100)
})

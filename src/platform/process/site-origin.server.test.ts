import { expect, it } from 'vitest'
import { setSiteOrigin, siteOrigin } from './site-origin.server.ts'

it.each([
  [{ SITE_URL: undefined }, 'http://localhost:4100'],
  [{ SITE_URL: 'https://news.example.org' }, 'https://news.example.org'],
])('the site of %j is at %s', (env, origin) => {
  expect(setSiteOrigin(env, 4100)).toBe(origin)
  expect(siteOrigin()).toBe(origin)
})

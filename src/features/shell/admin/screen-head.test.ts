import { expect, it } from 'vitest'
import { screenHead } from './screen-head.ts'

const loaderData = { siteName: 'The Paper' }

it('is the title of the screen with the name of the site', () => {
  expect(screenHead('Admin Login', { loaderData, match: { status: 'success' } })).toEqual({
    meta: [{ title: 'Admin Login | The Paper' }],
  })
})

it.each([
  ['never', undefined],
  ['earlier', loaderData],
])('is no title when the screen failed to load and has loaded %s', (_, loaded) => {
  expect(screenHead('Admin Login', { loaderData: loaded, match: { status: 'error' } })).toEqual({ meta: [] })
})

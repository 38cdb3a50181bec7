import { describe, expect, it } from 'vitest'
import { newPostsLabel, planPosts } from './plan-posts.ts'

/** "c2" is the version 2 of the post "c". */
const posts = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((name) => ({ id: name.slice(0, 1), version: Number(name.slice(1) || 1), html: name }))

const plan = (shown: string, fresh: string, isWhole = true) => {
  const { removed, changed, newest, inserted } = planPosts(posts(shown), posts(fresh), isWhole)
  return {
    removed: removed.join(' '),
    changed: changed.map(({ html }) => html).join(' '),
    newest: newest.map(({ id }) => id).join(' '),
    inserted: inserted.map(({ post, after }) => `${post.id}>${after}`).join(' '),
  }
}
const nothing = { removed: '', changed: '', newest: '', inserted: '' }

describe('planPosts', () => {
  it.each([
    ['c b a', 'c b a', nothing],
    ['b a', 'd c b a', { ...nothing, newest: 'd c' }],
    ['', 'b a', { ...nothing, newest: 'b a' }],
    ['c b a', 'c a', { ...nothing, removed: 'b' }],
    ['c b a', 'c b2 a', { ...nothing, changed: 'b2' }],
    ['c a', 'c b a', { ...nothing, inserted: 'b>c' }],
    ['c b a', '', { ...nothing, removed: 'c b a' }],
    ['c b a', 'd b2', { ...nothing, newest: 'd', removed: 'c a', changed: 'b2' }],
  ])('%j becomes %j', (shown, fresh, expected) => {
    expect(plan(shown, fresh)).toEqual(expected)
  })

  it('keeps older posts than those that were fetched', () => {
    expect(plan('d c b a', 'e d b', false)).toEqual({ ...nothing, newest: 'e', removed: 'c' })
  })

  it('replaces all posts if none of them was fetched', () => {
    expect(plan('b a', 'z y', false)).toEqual({ ...nothing, newest: 'z y', removed: 'b a' })
  })
})

it('counts new posts', () => {
  expect([1, 3].map(newPostsLabel)).toEqual(['1 new post', '3 new posts'])
})

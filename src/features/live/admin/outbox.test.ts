import { expect, it, vi } from 'vitest'
import type { CreatePostOutcome } from '../server/live-posts.server.ts'
import { createOutbox } from './outbox.ts'
import { emptyPost, type UnsentPost } from './unsent-posts.ts'

function createDevice(...posts: UnsentPost[]) {
  const posted = new Map(posts.map((post) => [post.id, post]))
  return {
    posted,
    store: (post: UnsentPost) => void posted.set(post.id, post),
    remove: (id: string) => void posted.delete(id),
    list: () => [...posted.values()],
  }
}

type Attempt = CreatePostOutcome | 'lost'

function openOutbox(stored: ReturnType<typeof createDevice>, ...attempts: Attempt[]) {
  const onSent = vi.fn()
  const send = vi.fn(async (): Promise<CreatePostOutcome> => {
    const attempt = attempts.shift()
    if (!attempt || attempt === 'lost') throw new Error('The connection was lost')
    return attempt
  })
  return { outbox: createOutbox({ stored, send, onSent, wait: async () => {} }), send, onSent }
}

const post = { ...emptyPost('Ann'), body: '<p>Text</p>' }

it('forgets a confirmed post', async () => {
  const device = createDevice()
  const { outbox, onSent } = openOutbox(device, { kind: 'published' })
  const sent = outbox.send(post)
  expect(outbox.getEntries()).toMatchObject([{ state: 'sending', post: { id: post.id } }])
  expect(device.posted.get(post.id)).toMatchObject({ status: 'sent', body: '<p>Text</p>' })
  await sent
  expect(outbox.getEntries()).toEqual([])
  expect(device.posted.size).toBe(0)
  expect(onSent).toHaveBeenCalledOnce()
})

it('repeats a failed request once, with the same id, and keeps the post', async () => {
  const device = createDevice()
  const { outbox, send } = openOutbox(device, 'lost', 'lost', 'lost', { kind: 'waiting' })
  await outbox.send(post)
  expect(send).toHaveBeenCalledTimes(2)
  expect(outbox.getEntries()).toMatchObject([{ state: 'failed', post: { id: post.id } }])
  expect(device.posted.size).toBe(1)
  await outbox.retryFailed()
  expect(send.mock.calls.map(([sent]: unknown[]) => (sent as UnsentPost).id)).toEqual(Array(4).fill(post.id))
  expect(outbox.getEntries()).toEqual([])
  expect(device.posted.size).toBe(0)
})

it('does not repeat what the server refuses, and gives the text back', async () => {
  const device = createDevice()
  const { outbox, send } = openOutbox(device, { kind: 'refused', reasons: ['It has ended.'] })
  await outbox.send(post)
  await outbox.retryFailed()
  expect(send).toHaveBeenCalledTimes(1)
  expect(outbox.getEntries()).toMatchObject([{ state: 'refused', reasons: ['It has ended.'] }])
  expect(outbox.take(post.id)).toMatchObject({ id: post.id, body: '<p>Text</p>' })
  expect(outbox.getEntries()).toEqual([])
})

it('finds posts that were being sent when the page was closed, not those that are being typed', () => {
  const typed = { ...emptyPost(''), headline: 'Typed' }
  const { outbox } = openOutbox(createDevice({ ...post, status: 'sent' }, typed))
  expect(outbox.getEntries()).toMatchObject([{ state: 'failed', post: { id: post.id } }])
})

import type { IncomingMessage } from 'node:http'
import { beforeEach, expect, it, vi } from 'vitest'
import { createUploadAudiences } from './upload-audience.server.ts'

const NAME = '1_tea.jpg'
const away = new Error('The database is away')
const reader = { headers: {} } as IncomingMessage
const guest = { headers: {}, url: '/media/1.jpg?preview=token' } as IncomingMessage
const editor = { headers: { cookie: 'session' } } as IncomingMessage

const isPublic = vi.fn<(name: string) => Promise<boolean>>()
const open = () =>
  createUploadAudiences({
    exists: async (name) => name === NAME,
    isPublic,
    hasAdminAccess: async (request) => request === editor,
    isShared: async (_, request) => request === guest,
  })

beforeEach(() => {
  isPublic.mockReset()
})

it.each([
  ['everybody sees a public upload', NAME, true, ['everybody', 'everybody', 'everybody']],
  [
    'the admin area and guests with a preview link alone see another upload',
    NAME,
    false,
    ['nobody', 'staff', 'staff'],
  ],
  ['nobody sees an upload that does not exist', '2_tea.jpg', true, ['nobody', 'nobody', 'nobody']],
])('%s', async (_, name, isShown, expected) => {
  isPublic.mockResolvedValue(isShown)
  const { find } = open()
  const seen = [await find(name, reader), await find(name, editor), await find(name, guest)]
  expect(seen).toEqual(expected)
})

it('looks up the names of existing uploads only, once until something changes', async () => {
  isPublic.mockResolvedValue(false)
  const audiences = open()
  await audiences.find('2_tea.jpg', reader)
  expect(isPublic).not.toHaveBeenCalled()
  await audiences.find(NAME, reader)
  await audiences.find(NAME, reader)
  expect(isPublic).toHaveBeenCalledOnce()
  isPublic.mockResolvedValue(true)
  audiences.expire()
  expect(await audiences.find(NAME, reader)).toBe('everybody')
})

it('answers only what it knows while the database does not respond', async () => {
  const audiences = open()
  isPublic.mockRejectedValue(away)
  for (const request of [reader, editor]) await expect(audiences.find(NAME, request)).rejects.toThrow(away)
  isPublic.mockResolvedValue(true)
  expect(await audiences.find(NAME, reader)).toBe('everybody')
  isPublic.mockRejectedValue(away)
  audiences.expire()
  expect(await audiences.find(NAME, reader)).toBe('everybody')
  audiences.forget()
  await expect(audiences.find(NAME, reader)).rejects.toThrow(away)
})

import { describe, expect, it } from 'vitest'
import { readSidebarState, sidebarCookie } from './AdminFrame.tsx'

describe('readSidebarState', () => {
  it.each([
    ['', true],
    ['sidebar:state=true', true],
    ['sidebar:state=false', false],
    ['theme=dark; sidebar:state=false; other=1', false],
    ['xsidebar:state=false', true],
    ['sidebar:state=junk', true],
  ])('reads %j as %s', (cookies, isOpen) => {
    expect(readSidebarState(cookies)).toBe(isOpen)
  })
})

describe('sidebarCookie', () => {
  it('lasts for 7 days', () => {
    expect(sidebarCookie(false)).toBe('sidebar:state=false; path=/; max-age=604800; samesite=lax')
  })
})

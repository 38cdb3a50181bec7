import { afterEach, expect, it, vi } from 'vitest'
import { reloadInOtherLocale } from './reload-in-other-locale.ts'

afterEach(() => void vi.unstubAllGlobals())

const OLD = 'en-GB Europe/London 1'
const NEW = 'de-DE Europe/Berlin 2'

/** Loads a page with one locale, as a CDN may still have it, while the newspaper has another. @returns whether it reloads */
function load(page: string, newspaper: string): boolean {
  const [lang, place, phrases] = page.split(' ')
  const reload = vi.fn()
  vi.stubGlobal('document', { documentElement: { lang, dataset: { place, phrases } } })
  vi.stubGlobal('location', { reload })
  reloadInOtherLocale(newspaper)
  return reload.mock.calls.length > 0
}

function openTab() {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
}

it('reloads a page once for each version of the locale, while a CDN has the former page', () => {
  openTab()
  expect(load(OLD, OLD)).toBe(false)
  expect(load(OLD, NEW)).toBe(true)
  expect(load(OLD, NEW)).toBe(false)
  expect(load(OLD, 'fr-FR Europe/Paris 3')).toBe(true)
})

it('reloads again if the newspaper returns to a version', () => {
  openTab()
  expect(load(OLD, NEW)).toBe(true)
  expect(load(NEW, NEW)).toBe(false)
  expect(load(NEW, OLD)).toBe(true)
  expect(load(OLD, OLD)).toBe(false)
  expect(load(OLD, NEW)).toBe(true)
})

it('does not reload without session storage, where it could not stop', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: denied, setItem: denied, removeItem: denied })
  expect(load(OLD, NEW)).toBe(false)
  expect(load(NEW, NEW)).toBe(false)
})

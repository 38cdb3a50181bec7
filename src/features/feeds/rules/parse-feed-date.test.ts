import { describe, expect, it, vi } from 'vitest'
import { parseFeedDate } from './parse-feed-date.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const read = (raw: string | null) => parseFeedDate(raw, NOW)?.date.toISOString().replace('.000Z', 'Z')

describe('parseFeedDate', () => {
  it.each([
    // RFC 822 and its successors
    ['Mon, 24 Sep 2018 19:42:40 GMT', '2018-09-24T19:42:40Z'],
    ['Mon, 24 Sep 2018 19:42:40 -0300', '2018-09-24T22:42:40Z'],
    ['24 Sep 18 19:42 EST', '2018-09-25T00:42:00Z'],
    ['Monday, 24-Sep-18 19:42:40 GMT', '2018-09-24T19:42:40Z'],
    ['Mon, 24 Sep 98 7:2:5 UT', '1998-09-24T07:02:05Z'],
    ['Mon, 24 Sep 118 10:00:00 Z', '2018-09-24T10:00:00Z'],
    ['Mon, 24 Sep 2018', '2018-09-24T00:00:00Z'],
    ['Wed, 02 Oct 2002 08:00:60 GMT', '2002-10-02T08:00:59Z'],
    ['Wed, 02 Oct 2002 24:00:00 GMT', '2002-10-03T00:00:00Z'],
    // RFC 3339, ISO 8601
    ['2018-09-24T19:42:40Z', '2018-09-24T19:42:40Z'],
    ['2018-09-24T19:42:40.123456+02:00', '2018-09-24T17:42:40.123Z'],
    ['2018-09-24 19:42:40', '2018-09-24T19:42:40Z'],
    ['2018-09-24T19:42', '2018-09-24T19:42:00Z'],
    ['2018-09-24 19:42:40 +0000 UTC', '2018-09-24T19:42:40Z'],
    ['20180924T194240Z', '2018-09-24T19:42:40Z'],
    ['2018-09-24', '2018-09-24T00:00:00Z'],
    // asctime and variants
    ['Mon Sep 24 19:42:40 2018', '2018-09-24T19:42:40Z'],
    ['Mon Sep 24 19:42:40 CEST 2018', '2018-09-24T17:42:40Z'],
    ['Mon Sep 24 2018 19:42:40 GMT+0200 (CEST)', '2018-09-24T17:42:40Z'],
    // other orders
    ['September 24, 2018 7:42 PM', '2018-09-24T19:42:00Z'],
    ['Sept. 24th, 2018 12:05 a.m. PDT', '2018-09-24T07:05:00Z'],
    ['24.09.2018 19:42', '2018-09-24T19:42:00Z'],
  ])('reads %s', (raw, iso) => {
    expect(read(raw)).toBe(iso)
  })

  it.each([
    ['Seg, 24 Set 2018 19:42:40 -0300', '2018-09-24T22:42:40Z'],
    ['24 de setembro de 2018 às 19:42', '2018-09-24T19:42:00Z'],
    ['Sáb, 06 Fev 2021 10:00:00 GMT', '2021-02-06T10:00:00Z'],
    ['Dom, 06 Dic 2020 10:00:00 -0500', '2020-12-06T15:00:00Z'],
    ['mar, 12 ene 2021 10:00:00 GMT', '2021-01-12T10:00:00Z'],
    ['Di, 02 Mär 2021 10:00:00 +0100', '2021-03-02T09:00:00Z'],
    ['24. Oktober 2018 19:42 Uhr', '2018-10-24T19:42:00Z'],
    ['mar., 02 mars 2021 10:00:00 +0100', '2021-03-02T09:00:00Z'],
    ['ven., 06 août 2021 10:00:00 +0200', '2021-08-06T08:00:00Z'],
    ['1er juillet 2021 10h30', '2021-07-01T10:30:00Z'],
    ['lun, 07 giu 2021 10:00:00 +0200', '2021-06-07T08:00:00Z'],
    ['gio, 15 lug 2021 10:00:00 +0200', '2021-07-15T08:00:00Z'],
  ])('reads the names in %s', (raw, iso) => {
    expect(read(raw)).toBe(iso)
  })

  it.each([
    ['CET', '09:00'],
    ['CEST', '08:00'],
    ['BST', '09:00'],
    ['EDT', '14:00'],
    ['PST', '18:00'],
    ['JST', '01:00'],
    ['+02:00', '08:00'],
    ['-3', '13:00'],
    ['GMT+1', '09:00'],
    ['UTC+05:30', '04:30'],
    ['+0200 (CEST)', '08:00'],
    ['XYZ', '10:00'],
    ['', '10:00'],
  ])('reads the zone "%s"', (zone, time) => {
    expect(read(`Fri, 05 Jun 2020 10:00:00 ${zone}`)).toBe(`2020-06-05T${time}:00Z`)
  })

  it.each([
    null,
    '',
    'yesterday',
    '0',
    '1537818160',
    '12 marathon 2018',
    '09/10/2018',
    '2018-02-30',
    'Thu, 31 Apr 2018 10:00:00 GMT',
    'Wed, 02 Oct 2002 25:00:00 GMT',
    'Wed, 02 Oct 2002 10:61:00 GMT',
    'Wed, 02 Oct 2002 10:00:00 +9900',
    '0001-01-01T00:00:00Z',
    'Thu, 01 Jan 1970 00:00:00 GMT',
  ])('rejects %j', (raw) => {
    expect(read(raw)).toBeUndefined()
  })

  it('replaces a future date with the current time, and marks it as clamped', () => {
    expect(parseFeedDate('2026-11-21T12:00:01Z', NOW)).toEqual({ date: NOW, isClamped: true })
    expect(parseFeedDate('2026-11-21T12:00:00Z', NOW)).toEqual({ date: NOW, isClamped: false })
  })

  it('is independent of the time zone of the process', () => {
    try {
      const readings = ['Pacific/Auckland', 'America/Sao_Paulo'].map((name) => {
        vi.stubEnv('TZ', name)
        return { local: new Date(2018, 8, 24).toISOString(), read: read('2018-09-24 19:42:40') }
      })
      expect(readings).toEqual([
        { local: '2018-09-23T12:00:00.000Z', read: '2018-09-24T19:42:40Z' },
        { local: '2018-09-24T03:00:00.000Z', read: '2018-09-24T19:42:40Z' },
      ])
    } finally {
      vi.unstubAllEnvs()
    }
  })
})

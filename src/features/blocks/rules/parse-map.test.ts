import { describe, expect, it } from 'vitest'
import { parseEmbed } from './embed-providers.ts'
import { placeNameOf } from './parse-map.ts'

const MAPS = 'https://www.google.com/maps'

describe('parseMap', () => {
  it.each([
    [
      `${MAPS}/place/10+Downing+St/@51.5033635,-0.1302239,17z/data=!3m1!4b1!4m6!3m5!1s0x4876:0xbf?entry=ttu&g_ep=abc`,
      `${MAPS}/place/10+Downing+St/@51.5033635,-0.1302239,17z/data=!3m1!4b1!4m6!3m5!1s0x4876:0xbf`,
      `${MAPS}?q=10+Downing+St&ll=51.5033635%2C-0.1302239&z=17&output=embed`,
    ],
    [
      `${MAPS}/@51.5,-0.12,15z`,
      `${MAPS}/@51.5,-0.12,15z`,
      `${MAPS}?q=51.5%2C-0.12&ll=51.5%2C-0.12&z=15&output=embed`,
    ],
    [`${MAPS}?q=Big+Ben`, `${MAPS}?q=Big+Ben`, `${MAPS}?q=Big+Ben&output=embed`],
    ['https://maps.google.com/?q=Big+Ben', `${MAPS}?q=Big+Ben`, `${MAPS}?q=Big+Ben&output=embed`],
    [
      'https://www.google.co.uk/maps/place/Z%C3%BCrich',
      `${MAPS}/place/Z%C3%BCrich`,
      `${MAPS}?q=Z%C3%BCrich&output=embed`,
    ],
    [
      'https://www.google.de/maps/search/caf%C3%A9/',
      `${MAPS}/search/caf%C3%A9`,
      `${MAPS}?q=caf%C3%A9&output=embed`,
    ],
    [
      `${MAPS}/search/?api=1&query=Big+Ben`,
      `${MAPS}/search?api=1&query=Big+Ben`,
      `${MAPS}?q=Big+Ben&output=embed`,
    ],
    [
      `${MAPS}/dir/London/Leeds/@52.6,-1.5,8z`,
      `${MAPS}/dir/London/Leeds/@52.6,-1.5,8z`,
      `${MAPS}?saddr=London&daddr=Leeds&ll=52.6%2C-1.5&z=8&output=embed`,
    ],
    [
      `${MAPS}/d/u/0/viewer?mid=1zF6xWmHJ0abcdefghij&ll=1,2`,
      `${MAPS}/d/viewer?mid=1zF6xWmHJ0abcdefghij`,
      `${MAPS}/d/embed?mid=1zF6xWmHJ0abcdefghij`,
    ],
  ])('reads %s', (pasted, address, player) => {
    const embed = parseEmbed(pasted)
    expect(embed).toMatchObject({ provider: 'google-maps', kind: 'map', address, player, link: address })
    expect(parseEmbed(address)).toEqual(embed)
  })

  it('links the frame of a map to its place, since its own page refuses to be opened', () => {
    const frame = `${MAPS}/embed?pb=!1m18!1m12!1m3!1d2483.5!2d-0.1302!3d51.5033!2m3!1f0!2f0!3f0!5e0`
    const embed = parseEmbed(frame)
    expect(embed).toMatchObject({ address: embed?.player, link: `${MAPS}/@51.5033,-0.1302,15z` })
    expect(new URL(embed?.player ?? '').searchParams.get('pb')).toBe(new URL(frame).searchParams.get('pb'))
    expect(parseEmbed(embed?.address ?? '')).toEqual(embed)
  })

  it.each([
    'https://www.google.com/search?q=maps',
    'https://www.google.com/url?q=https://evil.example',
    `${MAPS}`,
    `${MAPS}/dir/London`,
    `${MAPS}/place/%E0%A4%A`,
    `${MAPS}/embed?pb=javascript:alert(1)`,
    `${MAPS}/embed?pb=!1m18"><script>`,
    `${MAPS}/d/viewer?mid=x`,
    `${MAPS}?q=${'a'.repeat(301)}`,
  ])('refuses %s', (text) => {
    expect(parseEmbed(text)).toBeNull()
  })
})

describe('placeNameOf', () => {
  it.each([
    [`${MAPS}/place/10+Downing+St/@51.5,-0.1,17z`, '10 Downing St'],
    [`${MAPS}?q=Z%C3%BCrich`, 'Zürich'],
    [`${MAPS}?q=51.5,-0.1`, null],
    [`${MAPS}/@51.5,-0.12,15z`, null],
    [`${MAPS}/d/viewer?mid=1zF6xWmHJ0abcdefghij`, null],
  ])('reads %s', (address, name) => {
    expect(placeNameOf(address)).toBe(name)
  })
})

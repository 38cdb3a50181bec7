import { expect, it } from 'vitest'
import { appendAddress, readAppendAddress } from './append-address.ts'

const ID = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const DOCUMENT = '7d3f0f5e-6f0e-4a57-9a53-0d3a3f1f6c10'
const ACCOUNT = '5f9c2c51-44f5-4f0a-8f3f-1c9b6a0f2c77'
const SITE = 'https://courier.example'

it.each([
  { id: ID, document: DOCUMENT },
  { id: ID, document: DOCUMENT, by: ACCOUNT },
  { id: ID, document: DOCUMENT, seedOf: null },
  { id: ID, document: DOCUMENT, seedOf: 'a+b/c=', by: ACCOUNT },
])('an address contains %o', (target) => {
  expect(readAppendAddress(SITE + appendAddress(target))).toEqual(target)
})

it.each([
  '',
  `?draft=${ID}`,
  `?draft=${ID}&document=none`,
  `?draft=${ID}&document=${DOCUMENT}&by=me`,
  `?draft=${ID}&document=${DOCUMENT}&seedOf=${'x'.repeat(101)}`,
])('an address with the query %o is invalid', (query) => {
  expect(readAppendAddress(`${SITE}/api/admin/draft_updates${query}`)).toBeUndefined()
})

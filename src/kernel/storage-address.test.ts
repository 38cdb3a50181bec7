import { describe, expect, it } from 'vitest'
import { describeS3Address, parseS3Address } from './storage-address.ts'

describe('parseS3Address', () => {
  it.each([
    ['s3://papers', { bucket: 'papers', prefix: '' }],
    ['s3://papers/', { bucket: 'papers', prefix: '' }],
    ['s3://papers/courier//images/', { bucket: 'papers', prefix: 'courier/images/' }],
    [
      's3://papers/courier?endpoint=https://s3.example.org:9000&region=eu-central-1&pathStyle=false',
      {
        bucket: 'papers',
        prefix: 'courier/',
        endpoint: 'https://s3.example.org:9000',
        region: 'eu-central-1',
        pathStyle: false,
      },
    ],
    ['s3://papers?pathStyle', { bucket: 'papers', prefix: '', pathStyle: true }],
    [
      's3://AKIA:a%2Fb%2Bc@papers',
      { bucket: 'papers', prefix: '', credentials: { accessKeyId: 'AKIA', secretAccessKey: 'a/b+c' } },
    ],
  ])('reads %s', (address, expected) => expect(parseS3Address(address)).toEqual(expected))

  it.each([
    ['s3://', 'is not an address of a bucket such as s3://bucket/folder'],
    ['s3://Papers', 'is not an address of a bucket such as s3://bucket/folder'],
    ['https://papers', 'is not an address of a bucket such as s3://bucket/folder'],
    ['s3://papers?zone=a', 'has the unknown parameter zone: use endpoint, region, pathStyle'],
    [
      's3://papers?endpoint=s3.example.org',
      'has an endpoint that is not a web address such as https://s3.example.org',
    ],
    ['s3://papers?pathStyle=maybe', 'has a parameter pathStyle that is neither true nor false'],
    [
      's3://key@papers',
      'has credentials that are not KEY:SECRET. Encode special characters, such as %2F for /',
    ],
  ])('refuses %s', (address, expected) => expect(parseS3Address(address)).toBe(expected))
})

it('describeS3Address omits credentials', () => {
  const address = parseS3Address('s3://key:secret@papers/courier?region=eu-central-1')
  expect(typeof address === 'string' ? address : describeS3Address(address)).toBe('s3://papers/courier')
})

import { errors } from 'undici'
import { describe, expect, it } from 'vitest'
import { FetchError, failureReason } from './fetch-error.ts'

const withCode = (code: string) => Object.assign(new Error('internal words'), { code })

describe('failureReason', () => {
  it.each([
    ['ENOTFOUND', 'The host name could not be found'],
    ['EAI_AGAIN', 'The DNS server did not respond'],
    ['ECONNREFUSED', 'The server refused the connection'],
    ['ETIMEDOUT', 'Connecting to the server timed out'],
    ['UND_ERR_CONNECT_TIMEOUT', 'Connecting to the server timed out'],
    ['EHOSTUNREACH', 'The server could not be reached'],
    ['ECONNRESET', 'The server closed the connection before the response was complete'],
    ['UND_ERR_SOCKET', 'The server closed the connection before the response was complete'],
    ['UND_ERR_HEADERS_OVERFLOW', 'The response headers are too large'],
    ['Z_DATA_ERROR', 'The response is damaged and could not be decompressed'],
    ['ERR__ERROR_FORMAT_CL_SPACE', 'The response is damaged and could not be decompressed'],
    ['ZSTD_error_prefix_unknown', 'The response is damaged and could not be decompressed'],
    ['CERT_HAS_EXPIRED', 'The certificate of the server is not valid'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate of the server is not valid'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'The certificate of the server is not valid'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'The certificate of the server is not valid'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate of the server is not valid'],
    ['EPROTO', 'A secure connection to the server could not be established'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'A secure connection to the server could not be established'],
    ['EMFILE', 'The request failed (EMFILE)'],
  ])('describes %s', (code, sentence) => {
    expect(failureReason(withCode(code))).toBe(sentence)
  })

  it('keeps the message of a FetchError', () => {
    expect(failureReason(new FetchError('The response is larger than 5 MB'))).toBe(
      'The response is larger than 5 MB',
    )
  })

  it('describes a parser error, which has no code', () => {
    expect(failureReason(new errors.HTTPParserError('bad'))).toBe('The server sent an invalid HTTP response')
  })

  it('describes errors without a code and thrown values that are not errors', () => {
    expect(failureReason(new TypeError('x'))).toBe('The request failed (TypeError)')
    expect(failureReason('odd')).toBe('The request failed (odd)')
  })
})

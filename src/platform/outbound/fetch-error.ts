/** The message is for editors. */
export class FetchError extends Error {
  override name = 'FetchError'
}

const CLOSED_EARLY = 'The server closed the connection before the response was complete'
const UNREACHABLE = 'The server could not be reached'
const DAMAGED = 'The response is damaged and could not be decompressed'
const NOT_SECURE = 'A secure connection to the server could not be established'
const NO_ADDRESS = 'The host name could not be found'

const reasons: [RegExp, string][] = [
  [/^(ENOTFOUND|ENODATA|EAI_NONAME)$/, NO_ADDRESS],
  [/^EAI_/, 'The DNS server did not respond'],
  [/^ECONNREFUSED$/, 'The server refused the connection'],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'Connecting to the server timed out'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, UNREACHABLE],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, CLOSED_EARLY],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'The response headers are too large'],
  [/^(HTTPParserError|UND_ERR_)/, 'The server sent an invalid HTTP response'],
  [/^(Z_|ERR__ERROR_|ZSTD_)/, DAMAGED],
  [/CERT|^UNABLE_TO_|SIGNATURE/, 'The certificate of the server is not valid'],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_)/, NOT_SECURE],
]

/** A parser error without a code: the connection ended within a chunked response. */
const INCOMPLETE = '(Invalid EOF state)'

export function failureReason(error: unknown): string {
  if (error instanceof FetchError) return error.message
  if (error instanceof Error && error.message.endsWith(INCOMPLETE)) return CLOSED_EARLY
  const code = codeOf(error)
  const known = reasons.find(([pattern]) => pattern.test(code))
  return known ? known[1] : `The request failed (${code})`
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && error.code ? String(error.code) : error.name
}
